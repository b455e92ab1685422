/** Waits for notifications, without sleeping. */
import { Duration, Effect } from "effect"
import type { ReceivedNotification } from "../receiver/Notification.ts"
import { type Receiver, take } from "../receiver/Receiver.ts"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import { PublishedTypes } from "./layers.ts"
import type { makeQueries } from "./queries.ts"
import { makeCircumstances } from "./queries.ts"
import { NothingArrived, whyNothing } from "./NothingArrived.ts"

export interface WaitOptions {
  /** How much simulated time may pass: an hour when absent. */
  readonly within?: Duration.Input
  /** Which notification; the next one, when absent. */
  readonly where?: (notification: ReceivedNotification) => boolean
}

const usually = Duration.hours(1)

export const makeNext = Effect.fnUntraced(function* (queries: Effect.Success<ReturnType<typeof makeQueries>>) {
  const time = yield* SimulatedTime
  const publishedTypes = yield* PublishedTypes

  const nothingArrived = Effect.fnUntraced(function* (receiver: Receiver, within: Duration.Duration) {
    const circumstances = yield* makeCircumstances(queries, receiver.url)
    const now = new Date(yield* time.now)
    const reason = whyNothing({ ...circumstances, now, receiver, published: [...publishedTypes] })
    return yield* new NothingArrived({ within, reason })
  })

  return Effect.fnUntraced(function* (receiver: Receiver, { where = () => true, within = usually }: WaitOptions = {}) {
    let found: ReceivedNotification | undefined
    const longest = Duration.fromInputUnsafe(within)
    yield* time.advanceUntil(() => {
      found = take(receiver, where)
      return found !== undefined
    }, longest)
    return found ?? (yield* nothingArrived(receiver, longest))
  })
})
