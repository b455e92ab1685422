/**
 * Claims lanes that are due, as far as the capacity allows, and hands them over to be sent: each lane for as many requests
 * as one after the other may be made under one lease. Gives how long until there may be more that it could take; undefined
 * where it has taken what there was.
 */
import { Duration, Effect, Record } from "effect"
import type { Account } from "../../access/Account.ts"
import { endSpan, startSpan } from "../../observability/Tracing.ts"
import { monotonicMillis } from "../../time/monotonic.ts"
import { eventsPerLease } from "../flight/LeasedLane.ts"
import type { Sending } from "../flight/sending.ts"
import { DispatcherOptions, eventsPerWrite } from "../policy/DispatcherOptions.ts"
import { largestBatchBytes } from "../queue/claimRules.ts"
import { type ClaimRequest, DeliveryQueue } from "../queue/DeliveryQueue.ts"

// our choice: the next lanes are claimed while the requests of these are being sent.
const lanesPerClaim = 128

// our choice: bytes of payload that one claim reads, which keeps others from the storage that long.
const bytesPerClaim = 16 * 1024 * 1024

type Size = Pick<ClaimRequest, "events" | "eventsPerLane" | "eventsPerRequest">

const atOnce = Duration.zero

export const makeClaim = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const { lanesPerAccount, lease } = options
  const { fairQueueing, lanes: leased } = sending
  const whole: Size = {
    eventsPerLane: eventsPerLease(options),
    eventsPerRequest: options.eventsPerBatch,
    events: eventsPerWrite
  }
  const step: Size = Record.map(whole, (events) => Math.min(events, options.eventsPerStep))
  /** For accounts that go first: as many events as ever in all, but not from one of them. */
  const beside: Size = { ...step, events: whole.events }

  /** Gives how many lanes it claimed, none of which are of the accounts in `but`. */
  const claim = Effect.fnUntraced(function* (lanes: number, but: ReadonlyArray<Account>, size: Size) {
    const span = yield* startSpan("DeliveryQueue.claim", () => ({}))
    const leasedSince = yield* monotonicMillis
    const batches = yield* queue.claim({
      ...size,
      lanes,
      lanesPerAccount,
      inFlight: [...leased.accounts.inFlight, ...but.map((account) => ({ account, lanes: lanesPerAccount }))],
      bytesPerLane: largestBatchBytes,
      bytes: bytesPerClaim,
      lease
    })
    // A look that found nothing is no news.
    if (span !== undefined && batches.length > 0) {
      span.attribute("sellerkit.deliveries", batches.length)
      yield* endSpan(span)
    }
    yield* sending.start(batches, leasedSince)
    return batches.length
  })

  /** Claims for accounts that give way, unless they pause. */
  const claimStep = Effect.fnUntraced(function* (lanes: number) {
    const since = yield* monotonicMillis
    const pause = fairQueueing.pauseLeft(since)
    if (!Duration.isZero(pause)) return pause
    if ((yield* claim(lanes, [], step)) === 0) return undefined
    const now = yield* monotonicMillis
    fairQueueing.pause(since, now)
    return fairQueueing.pauseLeft(now)
  })

  const claimDue = Effect.fnUntraced(function* (lanes: number) {
    const { giveWay, last } = fairQueueing.at(yield* monotonicMillis)
    // Those that come last are left to another claim, before which there may be others again.
    if (last.length > 0 && (yield* claim(lanes, last, giveWay ? beside : whole)) > 0) return atOnce
    if (giveWay) return yield* claimStep(lanes)
    return (yield* claim(lanes, [], whole)) === lanes ? atOnce : undefined
  })

  return Effect.suspend(() => {
    const lanes = Math.min(leased.left, lanesPerClaim)
    if (lanes === 0) return Effect.undefined
    return Effect.tap(leased.reservedWhile(lanes, claimDue(lanes)), (pause) =>
      Effect.sync(() => {
        if (pause !== atOnce) sending.noteCrowd(false)
      })
    )
    // What was claimed must be sent or given back, not forgotten half-way.
  }).pipe(Effect.uninterruptible)
})
