/** Operational events of this process, as they are written: for hosts that act on them where they run. */
import { Context, Effect, Layer, PubSub, Stream } from "effect"
import type { OperationalEvent } from "./OperationalEvent.ts"

// our choice: a subscriber that does not keep up misses the oldest ones; the change history and the webhook have them all.
const kept = 1024

export class OperationalEvents extends Context.Service<
  OperationalEvents,
  {
    /** For whoever has written one. */
    announce(event: OperationalEvent): Effect.Effect<void>
    /** Those that are announced from the subscription on. */
    readonly stream: Stream.Stream<OperationalEvent>
  }
>()("@sellerkit/core/webhooks/OperationalEvents") {
  static readonly layer: Layer.Layer<OperationalEvents> = Layer.effect(
    OperationalEvents,
    Effect.gen(function* () {
      const events = yield* PubSub.sliding<OperationalEvent>(kept)
      return OperationalEvents.of({
        announce: (event) => Effect.asVoid(PubSub.publish(events, event)),
        stream: Stream.fromPubSub(events)
      })
    })
  )
}
