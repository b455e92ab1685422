/** Jobs and delivery, a pass at a time: for platforms that call when it is time. */
import { Clock, Duration, Effect, Exit } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { Job } from "./Job.ts"

/**
 * When there is something to do, as far as a storage knows: `delivery`, and jobs by their names. In milliseconds since 1970; null
 * or infinite where there is nothing to do. The storage knows nothing about a job that it does not name.
 */
type KnownWork = Readonly<Record<string, number | null>>

interface Bounds {
  /** The most steps of one job in one pass after which there may be more to do at once. */
  readonly steps: number
  /** No further step of a job begins after this time. */
  readonly within: Duration.Input
  /**
   * Once the rest is done, the pass waits for the next step of a job that is due soon: at most this long in a row without a step that
   * did something. Absent: it waits for none.
   */
  readonly patience?: Duration.Input
  /** Asked before a job is done, and for `nextDue`. Absent: every job is looked at. */
  readonly knownWork?: () => KnownWork
}

export interface PassOptions<R> extends Bounds {
  /** Delivers what is due, within bounds of its own. */
  readonly deliver: Effect.Effect<void, StorageError, R>
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

/** What may follow in the same pass: so many steps, the first one so many milliseconds later. */
interface Rest {
  readonly left: number
  readonly wait: number
}

/** Long ago where the storage does not know. */
const workAt = (name: string, known: KnownWork) => (known[name] === undefined ? -Infinity : (known[name] ?? Infinity))

/** How a pass takes steps of jobs. */
const makeSteps = ({ knownWork = () => ({}), patience = 0, steps }: Bounds) => {
  const mostWaited = Duration.toMillis(patience)

  /**
   * When each job that has run is due again, by its own word: long ago for a job that is due when there is something new to do.
   */
  const said = new Map<string, number>()

  /** Known work may have to wait, because its job has said so. A job about which nothing is known is due at once. */
  const dueAt = (name: string, known: KnownWork) => Math.max(workAt(name, known), said.get(name) ?? 0)

  /** Gives how long until the job is due again, in milliseconds. */
  const takeStep = Effect.fnUntraced(function* <R>({ name, step }: Job<R>) {
    const dueIn = yield* step
    const now = yield* Clock.currentTimeMillis
    said.set(name, dueIn === undefined ? -Infinity : now + Duration.toMillis(dueIn))
    return dueIn === undefined ? Infinity : Duration.toMillis(dueIn)
  })

  /** Does what is due at once. */
  const work = Effect.fnUntraced(function* <R>(job: Job<R>, until: number) {
    const begunAt = yield* Clock.currentTimeMillis
    // One look too many costs little.
    if (dueAt(job.name, knownWork()) > begunAt) return undefined
    let left = steps
    while (true) {
      const wait = yield* takeStep(job)
      const now = yield* Clock.currentTimeMillis
      if (wait === 0) left--
      if (wait > 0 || left === 0 || now >= until) return { left, wait }
    }
  })

  /** Waits for what is due soon. Looks are no steps: they are bounded in time. */
  const goOn = Effect.fnUntraced(function* <R>(job: Job<R>, rest: Rest, until: number) {
    let { left, wait } = rest
    let waited = 0
    while (left > 0) {
      waited = wait === 0 ? 0 : waited + wait
      const now = yield* Clock.currentTimeMillis
      if (waited > mostWaited || now + wait >= until) return
      yield* Effect.sleep(wait)
      wait = yield* takeStep(job)
      if (wait === 0) left--
    }
  })

  return { dueAt, goOn, work }
}

export const makePass = <J, R>(jobs: ReadonlyArray<Job<J>>, { deliver, ...bounds }: PassOptions<R>): Pass<J | R> => {
  const { knownWork = () => ({}), within } = bounds
  const longest = Duration.toMillis(within)
  const { dueAt, goOn, work } = makeSteps(bounds)
  const feeding = jobs.filter(({ feedsDelivery }) => feedsDelivery)
  const others = jobs.filter(({ feedsDelivery }) => !feedsDelivery)

  const run = Effect.gen(function* () {
    const begunAt = yield* Clock.currentTimeMillis
    const rests = new Map<Job<J>, Rest>()
    const workUntil = (until: number) => (job: Job<J>) =>
      Effect.map(work(job, until), (rest) => void (rest && rests.set(job, rest)))
    // Delivery has as much time again, so that jobs cannot keep events from being sent.
    const fed = yield* Effect.forEach(feeding, (job) => Effect.exit(workUntil(begunAt + longest / 2)(job)))
    const delivered = yield* Effect.exit(deliver)
    const workBegunAt = yield* Clock.currentTimeMillis
    const done = yield* Effect.forEach(others, (job) => Effect.exit(workUntil(workBegunAt + longest)(job)))
    const goneOn = yield* Effect.forEach(rests, ([job, rest]) => Effect.exit(goOn(job, rest, begunAt + longest)), {
      concurrency: "unbounded"
    })
    yield* Exit.asVoidAll([...fed, delivered, ...done, ...goneOn])
  })

  return {
    run,
    nextDue: () => {
      const known = knownWork()
      const times = jobs.map(({ name }) => dueAt(name, known))
      return Math.min(...[workAt("delivery", known), ...times].filter(Number.isFinite))
    }
  }
}
