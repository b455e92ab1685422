/** Tells the dispatcher of this process that a lane may have become due: something happened here, or another process said so. */
import { PgClient } from "@effect/sql-pg"
import { StorageError, StorageOutage } from "@sellerkit/core"
import { Cause, Clock, Context, Duration, Effect, Exit, Latch, Layer, Queue } from "effect"
import { explained } from "./Fault.ts"

const workChannel = "sellerkit_work"

/** Wakes the dispatchers of all processes as the transaction commits. */
export const notify = `pg_notify('${workChannel}', '')`
export const notifyText = `select ${notify}`

// our choice: meanwhile dispatchers find work by looking for it.
const reconnectAfter = Duration.seconds(1)

const operation = "DeliveryQueue.awaitWork"

const lost = (cause: Cause.Cause<unknown>) =>
  new StorageError({ operation, retryable: true, cause: explained(Cause.squash(cause)) })

// our choice: two statements each time, so that a process with nothing to do makes fewer than two a second.
const lookEvery = Duration.millis(1500)

/**
 * How the dispatcher of a process learns of what others did: it listens, over a connection that it keeps; or it looks every so
 * often, where connections are its own for one transaction at a time (PgBouncer), so that nobody can listen.
 */
export const WorkSource = Context.Reference<"listen" | "look">("@sellerkit/storage-pg/WorkSource", {
  defaultValue: () => "listen"
})

const make = () => {
  const latch = Latch.makeUnsafe(false)
  return { arrived: Effect.asVoid(latch.open), await: Effect.andThen(latch.await, Effect.asVoid(latch.close)) }
}

export class Work extends Context.Service<
  Work,
  {
    readonly arrived: Effect.Effect<void>
    /** Completes once per arrival; arrivals that nobody awaited count as one. */
    readonly await: Effect.Effect<void>
  }
>()("@sellerkit/storage-pg/Work") {
  /** Knows of nothing but what happens here. */
  static readonly layerOwn: Layer.Layer<Work> = Layer.sync(Work, make)

  static readonly layer: Layer.Layer<Work, never, PgClient.PgClient | StorageOutage> = Layer.effect(
    Work,
    Effect.gen(function* () {
      const client = yield* PgClient.PgClient
      const work = make()
      const { arrived } = work
      const note = yield* makeNote
      const listen = Effect.gen(function* () {
        const notifications = yield* client.listen(workChannel)
        yield* note(Exit.void)
        // What was said before it listened.
        yield* arrived
        yield* Effect.forever(Effect.andThen(Queue.takeAll(notifications), arrived))
      }).pipe(Effect.scoped)
      const tell = {
        listen: Effect.catchCause(listen, (cause) =>
          Effect.andThen(note(Exit.fail(lost(cause))), Effect.sleep(reconnectAfter))
        ),
        look: Effect.andThen(Effect.sleep(lookEvery), arrived)
      }
      yield* Effect.forkScoped(Effect.forever(tell[yield* WorkSource], { disableYield: true }))
      return work
    })
  )
}

/**
 * That nobody listens any more is news once, and so is that somebody does again. A connection that cannot be made for listening
 * alone must not look like a database that is away for as long.
 */
const makeNote = Effect.map(StorageOutage, (outage) => {
  let isListening = true
  return (exit: Exit.Exit<void, StorageError>) =>
    Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
      if (isListening === Exit.isSuccess(exit)) return Effect.void
      isListening = Exit.isSuccess(exit)
      return outage.note({ operation, startedAt: now, endedAt: now }, exit) ?? Effect.void
    })
})
