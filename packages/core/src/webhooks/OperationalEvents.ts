/** Operational events of this process, as they are written: for hosts that act on them in this process. */
import { Context, Effect, Layer, Queue, Stream } from "effect"
import type { OperationalEvent } from "./OperationalEvent.ts"

// our choice: a subscriber that does not keep up misses the oldest ones; the change history and the webhook have them all.
const kept = 1024

export class OperationalEvents extends Context.Service<
  OperationalEvents,
  {
    /** Called after an event has been written. */
    announce(event: OperationalEvent): Effect.Effect<void>
    /** The events that are announced from the subscription on. */
    readonly stream: Stream.Stream<OperationalEvent>
  }
>()("@sellerkit/core/webhooks/OperationalEvents") {
  static readonly layer: Layer.Layer<OperationalEvents> = Layer.sync(OperationalEvents, () => {
    const subscribers = new Set<Queue.Queue<OperationalEvent>>()
    const subscribe = Effect.tap(Queue.sliding<OperationalEvent>(kept), (events) =>
      Effect.sync(() => subscribers.add(events))
    )
    const unsubscribe = (events: Queue.Queue<OperationalEvent>) => Effect.sync(() => subscribers.delete(events))
    return OperationalEvents.of({
      announce: (event) => Effect.sync(() => subscribers.forEach((events) => Queue.offerUnsafe(events, event))),
      stream: Stream.unwrap(Effect.map(Effect.acquireRelease(subscribe, unsubscribe), Stream.fromQueue))
    })
  })
}
