/** What suites of the queue do and look at. */
import {
  type Account,
  type Batch,
  type ClaimRequest,
  DeliveryQueue,
  EventId,
  type Outcome,
  type Verdict,
  Webhook,
  WebhookStore
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Option, Result } from "effect"
import { account, entry, uuid } from "../../fixtures.ts"
import { claimRequest, delivered } from "../seed.ts"

export const numbersIn = (batch: Batch | undefined): ReadonlyArray<number> =>
  (batch?.events ?? []).map(({ event }) => Number.parseInt(event.id.slice(-12), 16))

export const lanesIn = (batches: ReadonlyArray<Batch>): ReadonlyArray<string> =>
  batches.map(({ lease }) => lease.webhookId)

/** Unless the change says something else, a lane is claimed for one request. */
export const claim = Effect.fnUntraced(function* (change: Partial<ClaimRequest> = {}) {
  const { eventsPerLane = claimRequest.eventsPerLane } = change
  return yield* (yield* DeliveryQueue).claim({ ...claimRequest, eventsPerRequest: eventsPerLane, ...change })
})

export const claimOne = Effect.map(claim(), ([batch]) => batch)

export const settle = Effect.fnUntraced(function* (...outcomes: ReadonlyArray<Outcome>) {
  return yield* (yield* DeliveryQueue).settle(outcomes)
})

/** In milliseconds. Lanes of the accounts in `full` do not count. */
export const nextDueExcept = (...full: ReadonlyArray<Account>) =>
  Effect.flatMap(DeliveryQueue, (queue) =>
    Effect.map(queue.nextDue(full), (due) => Option.getOrUndefined(Option.map(due, Duration.toMillis)))
  )

export const nextDue = nextDueExcept()

export const fatesOf = Effect.fnUntraced(function* (number: number, of = account()) {
  const fates = yield* (yield* DeliveryQueue).fates(of, EventId.make(uuid(number)))
  return Option.getOrThrow(fates).webhooks
})

export const fateOf = (number: number) => Effect.map(fatesOf(number), ([fate]) => fate!)

// Beyond the numbers of the entries that tests make themselves.
let nextEntry = 0x500000

export const setStatus = Effect.fnUntraced(function* (
  { id, owner: of }: Webhook,
  status: Webhook["status"],
  held: Duration.Input = "24 hours"
) {
  const now = yield* DateTime.now
  return yield* (yield* WebhookStore).change({ owner: of, id }, (found) => {
    const { heldUntil: _, ...rest } = found
    const heldUntil = DateTime.addDuration(now, held)
    const changed = new Webhook(status === "enabled" ? { ...rest, status } : { ...rest, status, heldUntil })
    return Result.succeed({ webhook: changed, entry: entry(nextEntry++, { owner: of }) })
  })
})

/** The first event of what was claimed arrives in a request of its own, and the lane is not given back. */
export const deliveredFirst = (batch: Batch, number: number): Outcome => ({
  ...delivered({ ...batch, events: batch.events.slice(0, 1) }, number),
  keepsLease: true
})

/** The rest of a batch after its first event. */
export const withoutFirst = (batch: Batch): Batch => ({ ...batch, events: batch.events.slice(1) })

/** All of a batch's events get one verdict. */
export const withVerdict = (outcome: Outcome, verdict: Verdict): Outcome => ({
  ...outcome,
  events: outcome.events.map(({ id }) => ({ id, verdict }))
})

export const laneOf = Effect.fnUntraced(function* ({ id, owner: of }: Pick<Webhook, "id" | "owner">) {
  const [lane] = yield* (yield* DeliveryQueue).lanes([{ owner: of, id }])
  return lane
})
