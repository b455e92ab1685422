/** Events that are sent as they arrive. */
import { type Batch, DeliveryId, DeliveryQueue, EventStore, type LaneTaker, type NewEvent } from "@sellerkit/core"
import { Effect, Result } from "effect"
import { uuid } from "../../../fixtures.ts"
import { claimRequest, delivered } from "../../seed.ts"
import { claimAll } from "../claimAll.ts"
import { learnEvents, toNewEvent } from "./eventOperations.ts"
import type { OperationOf } from "../Operation.ts"
import { owners } from "../owners.ts"
import type { Trial } from "../Trial.ts"

/** So that a claim gives of a lane what it would have been given on arrival. */
const everything = { ...claimRequest, lanes: 1000, lanesPerAccount: 1000, eventsPerLane: 512, eventsPerRequest: 512 }

const takerInto = (batches: Array<Batch>): LaneTaker => ({
  offer: (arriving) =>
    Effect.succeed({
      lanes: arriving.map(() => 1000),
      held: [],
      before: [],
      lease: everything.lease,
      take: ({ leased }) => Effect.sync(() => batches.push(...leased))
    })
})

const requestsOf = ({ events }: Batch, eventsPerRequest: number): ReadonlyArray<Batch["events"]> =>
  Array.from({ length: Math.ceil(events.length / eventsPerRequest) }, (_, request) =>
    events.slice(request * eventsPerRequest, (request + 1) * eventsPerRequest)
  )

/** A request. */
interface Sent extends Pick<Batch, "events" | "lease"> {
  readonly id: DeliveryId
  readonly time: number
}

/** Publishes events, and delivers everything that is due: a driver may give what arrives at once, or have it claimed. */
const deliverAll = Effect.fnUntraced(function* (
  { eventsPerRequest, owner }: OperationOf<"Deliver">,
  events: ReadonlyArray<NewEvent>,
  firstNumber: number
) {
  const queue = yield* DeliveryQueue
  const batches: Array<Batch> = []
  yield* queue.leaseOnArrival(takerInto(batches))
  const published = yield* Effect.result((yield* EventStore).append(owners[owner], events))
  batches.push(...(yield* claimAll(everything)).batches)
  const sent: Array<Sent> = []
  for (const batch of batches.toSorted((one, other) => (one.lease.webhookId < other.lease.webhookId ? -1 : 1))) {
    const requests = requestsOf(batch, eventsPerRequest)
    for (const [index, some] of requests.entries()) {
      const number = firstNumber + sent.length
      const keepsLease = index < requests.length - 1
      yield* queue.settle([{ ...delivered({ ...batch, events: some }, number), keepsLease }])
      sent.push({ id: DeliveryId.make(uuid(number)), lease: batch.lease, time: batch.claimedAt, events: some })
    }
  }
  return { published, sent }
}, Effect.scoped)

export const deliver = Effect.fnUntraced(function* (operation: OperationOf<"Deliver">, { drivers, world }: Trial) {
  const owner = owners[operation.owner]
  const events = operation.events.map((given) => toNewEvent(given, world))
  const result = yield* drivers.ask(deliverAll(operation, events, world.nextNumber()))
  if (Result.isFailure(result)) return
  const { published, sent } = result.success
  for (const { id, lease, time } of sent) {
    const { owner: to, webhookId } = lease
    world.deliveries.push({ id, owner: to, time, webhook: { owner: to, id: webhookId } })
    world.nextNumber()
  }
  if (Result.isSuccess(published)) learnEvents(world, owner, events, published.success)
})
