/** A job over records that are due: what a feature defers happens on every platform, whichever process asked for it. */
import { Array, Cause, Clock, Duration, Effect } from "effect"
import type { Account } from "../access/Account.ts"
import { accountKey } from "../access/accountKey.ts"
import type { Job } from "../background/Job.ts"
import { isNoted } from "../storage/storageFailure.ts"
import type { Collection } from "./Collection.ts"
import { Records } from "./Records.ts"
import type { DueRecord } from "./RecordStore.ts"

export interface DueRecordsJob<Value, Index extends string, E, R> {
  /** Unique among all jobs. */
  readonly name: string
  /** No other job uses it. */
  readonly collection: Collection<Value, Index>
  /** How many records one step handles at most. */
  readonly most: number
  /**
   * Does what is due for a record, and makes it due later or not at all. The record may have been changed or handled meanwhile,
   * by another process too, so that the write decides on what it finds.
   */
  readonly handle: (account: Account, value: Value) => Effect.Effect<unknown, E, R>
  /** What the log says when a record cannot be handled. */
  readonly problem: string
  /** How long after such a failure the record is due again. Other records do not wait for it. */
  readonly retryAfter: Duration.Duration
  readonly feedsDelivery?: boolean
}

// our choice: others go on while an account's storage or receiver is slow.
const accountsAtOnce = 8

// our choice: so many that nothing can be done with are looked past.
const mostStuck = 1000

/** Until when records of a storage are not looked at again: nothing can be done with them, and they stay due. */
type Stuck = Map<string, number>

const keyOf = ({ account, content }: DueRecord): string => `${accountKey(account)} ${content}`

/** Gives those of a storage as of a time. Services of one process share jobs, and no records. */
const makeStuck = () => {
  const known = new WeakMap<Records["Service"], Stuck>()
  return (records: Records["Service"], now: number): Stuck => {
    const stuck: Stuck = known.get(records) ?? new Map()
    known.set(records, stuck)
    for (const [key, until] of stuck) if (until <= now) stuck.delete(key)
    return stuck
  }
}

/** Gives whether the record could be handled or postponed. */
const handleOrPostpone = Effect.fnUntraced(function* <Value, Index extends string, E, R>(
  { collection, handle, problem, retryAfter }: DueRecordsJob<Value, Index, E, R>,
  found: DueRecord
) {
  const { account, content } = found
  const fail = (cause: Cause.Cause<unknown>) =>
    isNoted(cause)
      ? Effect.void
      : Effect.annotateLogs(Effect.logError(problem, cause), { ...account, collection: collection.name })
  const postpone = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Records.use((records) => records.postpone(collection, found, now + Duration.toMillis(retryAfter)))
  )
  return yield* Effect.suspend(() => handle(account, collection.decode(content))).pipe(
    // A record that stays as it was would be due again at once, for ever.
    Effect.andThen(postpone),
    Effect.flatMap((isLeft) =>
      isLeft ? fail(Cause.die(new Error("The record was handled, and is due as it was"))) : Effect.void
    ),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(fail(cause), postpone)
    ),
    Effect.as(true),
    // It is no record of this collection, so that nothing can be written in its place.
    Effect.catchDefect(() => Effect.succeed(false))
  )
})

export const dueRecordsJob = <Value, Index extends string, E, R>(
  job: DueRecordsJob<Value, Index, E, R>
): Job<R | Records> => {
  const { collection, feedsDelivery = false, most, name, problem, retryAfter } = job
  const stuckOf = makeStuck()
  const step = Effect.gen(function* () {
    const records = yield* Records
    const now = yield* Clock.currentTimeMillis
    const stuck = stuckOf(records, now)
    const asked = most + stuck.size
    const due = yield* records.due(collection, now, asked)
    const found = due.filter((record) => !stuck.has(keyOf(record)))
    const accounts = Object.values(Array.groupBy(found, ({ account }) => accountKey(account)))
    const done = yield* Effect.forEach(
      accounts,
      (own) =>
        Effect.forEach(own, (record) =>
          Effect.map(handleOrPostpone(job, record), (isHandled) => ({ isHandled, record }))
        ),
      { concurrency: accountsAtOnce }
    )
    const left = done.flat().filter(({ isHandled }) => !isHandled)
    const room = mostStuck - stuck.size
    for (const { record } of left.slice(0, room)) stuck.set(keyOf(record), now + Duration.toMillis(retryAfter))
    // All that were found are handled or known by now.
    if (due.length === asked && found.length > Math.max(0, left.length - room)) return Duration.zero
    if (stuck.size > 0) return retryAfter
    yield* records.nextDue(collection)
    return undefined
  })
  return {
    name,
    step,
    awaitWork: Records.use((records) => records.awaitDue(collection)),
    collection,
    problem,
    retryAfter,
    feedsDelivery
  }
}
