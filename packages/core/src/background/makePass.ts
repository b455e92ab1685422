/** Jobs and delivery, a pass at a time: for platforms that call when it is time. */
import { Clock, Duration, Effect, Exit } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { Job } from "./Job.ts"

/**
 * When there is something to do, as far as a storage knows: `delivery`, and jobs by their names. In milliseconds since 1970; null
 * or infinite where there is nothing to do. The storage knows nothing about a job that it does not name.
 */
type KnownWork = Readonly<Record<string, number | null>>

export interface PassOptions<R> {
  /** Delivers what is due, within bounds of its own. */
  readonly deliver: Effect.Effect<void, StorageError, R>
  /** The most steps of one job in one pass. */
  readonly steps: number
  /** No further step of a job begins after this time. */
  readonly within: Duration.Input
  /** Asked before a job is done, and for `nextDue`. Absent: every job is looked at. */
  readonly knownWork?: () => KnownWork
}

export interface Pass<R> {
  /**
   * Does what is due of each job within its bounds, even where other jobs fail. At the end it fails with all failures. One pass
   * runs at a time.
   */
  readonly run: Effect.Effect<void, StorageError, R>
  /** When the next pass is due, in milliseconds since 1970; infinite: when there is something new to do. */
  nextDue(): number
}

/** Long ago where the storage does not know. */
const workAt = (name: string, known: KnownWork) => (known[name] === undefined ? -Infinity : (known[name] ?? Infinity))

export const makePass = <J, R>(
  jobs: ReadonlyArray<Job<J>>,
  { deliver, knownWork = () => ({}), steps, within }: PassOptions<R>
): Pass<J | R> => {
  /**
   * When each job that has run is due again, by its own word: long ago for a job that is due when there is something new to do.
   */
  const said = new Map<string, number>()

  /** Known work may have to wait, because its job has said so. A job about which nothing is known is due at once. */
  const dueAt = (name: string, known: KnownWork) => Math.max(workAt(name, known), said.get(name) ?? 0)

  const work = Effect.fnUntraced(function* ({ name, step }: Job<J>) {
    const begunAt = yield* Clock.currentTimeMillis
    const until = begunAt + Duration.toMillis(within)
    // One look too many costs little.
    if (dueAt(name, knownWork()) > begunAt) return
    for (let left = steps; left > 0; left--) {
      const dueIn = yield* step
      const now = yield* Clock.currentTimeMillis
      const next = dueIn === undefined ? -Infinity : now + Duration.toMillis(dueIn)
      said.set(name, next)
      if (next !== now || now >= until) return
    }
  })

  const order: ReadonlyArray<Effect.Effect<void, StorageError, J | R>> = [
    ...jobs.filter(({ feedsDelivery }) => feedsDelivery).map(work),
    deliver,
    ...jobs.filter(({ feedsDelivery }) => !feedsDelivery).map(work)
  ]
  return {
    run: Effect.flatMap(
      Effect.forEach(order, (part) => Effect.exit(part)),
      Exit.asVoidAll
    ),
    nextDue: () => {
      const known = knownWork()
      const times = jobs.map(({ name }) => dueAt(name, known))
      return Math.min(...[workAt("delivery", known), ...times].filter(Number.isFinite))
    }
  }
}
