/**
 * How long to wait for an answer of the database. Where its machine or network has failed silently, TCP would wait a quarter of
 * an hour for the answer.
 */
import { Context, Data, Duration, Effect } from "effect"
import { endOf } from "./ending.ts"

// our choice: no statement of a port takes that long, unless it waits for locks that others hold.
export const AnswerLimit = Context.Reference<Duration.Duration>("@sellerkit/storage-pg/AnswerLimit", {
  defaultValue: () => Duration.seconds(30)
})

/** What was asked for may have been done. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly limit: Duration.Duration }> {
  override get message() {
    return `The database did not answer within ${Duration.format(this.limit)}`
  }
}

/**
 * Gives up an answer that does not come in time. The connection is ended without waiting for its end, because a transaction
 * cannot be left before the server says so. The timer runs by real time even where the service's time is simulated, because the
 * network does.
 */
export const makeAnswerLimit =
  (limit: Duration.Duration) =>
  <A, E, R>(answer: Effect.Effect<A, E, R>): Effect.Effect<A, E | NoAnswer, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | NoAnswer>((resume) => {
        const running = Effect.runForkWith(context)(answer)
        const timer = setTimeout(() => {
          running.interruptUnsafe()
          resume(Effect.fail(new NoAnswer({ limit })))
        }, Duration.toMillis(limit))
        running.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.andThen(
          Effect.sync(() => clearTimeout(timer)),
          endOf(running)
        )
      })
    )
