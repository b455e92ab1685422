/** Operations on events. */
import { DeliveryLog, DeliveryQueue, EventStore, type NewEvent, type Owner, type PublishedEvent } from "@sellerkit/core"
import { DateTime, Effect, Option, Result } from "effect"
import { at, cardChanged, feedbackUpdated, newEvent } from "../../../fixtures.ts"
import { byId } from "../byId.ts"
import type { OperationOf } from "../Operation.ts"
import { askerOf, owners, viewerOf } from "../owners.ts"
import type { Trial } from "../Trial.ts"
import { webhookKey } from "./webhookOperations.ts"
import { which, type World } from "../World.ts"

type GivenEvent = OperationOf<"Publish">["events"][number]

const subscriptions = { cardChanged, feedbackUpdated }

/** The key of an event: none, one of a few, or an id that serves as the key of its event. */
const keyOf = ({ key }: GivenEvent, world: World): string | undefined =>
  typeof key === "number" ? which(world.events, key)?.id : (key ?? undefined)

export const toNewEvent = (given: GivenEvent, world: World): NewEvent => {
  const { event, scope } = subscriptions[given.subscription]
  const idempotencyKey = keyOf(given, world)
  return {
    ...newEvent(world.nextNumber()),
    time: at(given.second * 1000),
    timeGiven: given.timeGiven,
    scope,
    type: event,
    // A letter of two bytes, since room is counted in bytes.
    payload: `{"padding":"${"ж".repeat(given.padding)}"}`,
    ...(idempotencyKey === undefined ? undefined : { idempotencyKey }),
    ...(given.traced ? { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" } : undefined)
  }
}

/** Adds what was published to what is known. An event that was known by its key is not new. */
export const learnEvents = (
  world: World,
  owner: Owner,
  events: ReadonlyArray<NewEvent>,
  published: ReadonlyArray<PublishedEvent>
): void => {
  for (const [index, { deliveries, id }] of published.entries()) {
    const event = events[index]!
    if (id === event.id) world.addEvent({ id, owner, time: DateTime.toEpochMillis(event.time) }, deliveries)
  }
}

export const publish = Effect.fnUntraced(function* (operation: OperationOf<"Publish">, { drivers, world }: Trial) {
  const owner = owners[operation.owner]
  const events = operation.events.map((given) => toNewEvent(given, world))
  const published = yield* drivers.ask(Effect.flatMap(EventStore, (store) => store.append(owner, events)))
  if (Result.isSuccess(published)) learnEvents(world, owner, events, published.success)
})

export const publishTest = Effect.fnUntraced(function* (
  operation: OperationOf<"PublishTest">,
  { drivers, world }: Trial
) {
  const key = webhookKey(world, operation.webhook, operation.asking)
  if (key === undefined) return
  const time = world.now
  const events = Array.from({ length: operation.events }, () => newEvent(world.nextNumber(), { time: at(time) }))
  const entry = world.nextEntry(key.owner, { action: "sendTestEvent" })
  const published = yield* drivers.ask(Effect.flatMap(EventStore, (store) => store.appendTest(key, events, entry)))
  if (Result.isFailure(published)) return
  for (const { id } of events) world.addEvent({ id, owner: key.owner, time }, 1)
})

/** The event, and what became of it. */
export const readEvent = (operation: OperationOf<"ReadEvent">, { drivers, world }: Trial) => {
  const known = which(world.events, operation.event)
  if (known === undefined) return Effect.void
  const owner = askerOf(operation.asking, known)
  const { id } = known
  return drivers.ask(
    Effect.gen(function* () {
      const fates = yield* (yield* DeliveryQueue).fates(owner, id)
      return {
        event: yield* (yield* EventStore).get(owner, id),
        withKey: yield* (yield* EventStore).withKey(viewerOf(owner), id),
        attempts: yield* (yield* DeliveryLog).ofEvent(owner, id),
        attemptsInAccount: yield* (yield* DeliveryLog).ofEventInAccount(owner, id),
        fates: Option.map(fates, ({ webhooks, ...event }) => ({
          ...event,
          webhooks: byId(webhooks.map((fate) => ({ id: fate.webhookId, ...fate })))
        }))
      }
    })
  )
}
