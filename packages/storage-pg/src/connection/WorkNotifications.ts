/** How the processes over one database tell each other that a lane may have become due. */
import { PgClient } from "@effect/sql-pg"
import { StorageError, StorageOutage, WorkSignal } from "@sellerkit/core"
import { Cause, Clock, Context, Duration, Effect, Exit, Layer, Queue } from "effect"
import { forkUntilClosed } from "./ending.ts"
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
 * How the dispatcher of a process learns what other processes did. It listens over a connection that it keeps. Behind a pooler
 * that gives connections for one transaction only (PgBouncer) it cannot listen, and looks at intervals.
 */
export const WorkSource = Context.Reference<"listen" | "look">("@sellerkit/storage-pg/WorkSource", {
  defaultValue: () => "listen"
})

/** The signal of this process, which also gets the notifications of other processes. */
export const workSignalLayer: Layer.Layer<WorkSignal, never, PgClient.PgClient | StorageOutage> = Layer.effect(
  WorkSignal,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const signal = WorkSignal.make()
    const note = yield* makeNote
    const listen = Effect.gen(function* () {
      const notifications = yield* client.listen(workChannel)
      yield* note(Exit.void)
      // There may have been notifications before it listened.
      yield* signal.send
      yield* Effect.forever(Effect.andThen(Queue.takeAll(notifications), signal.send))
    }).pipe(Effect.scoped)
    const tell = {
      listen: Effect.catchCause(listen, (cause) =>
        Effect.andThen(note(Exit.fail(lost(cause))), Effect.sleep(reconnectAfter))
      ),
      look: Effect.andThen(Effect.sleep(lookEvery), signal.send)
    }
    yield* forkUntilClosed(Effect.forever(tell[yield* WorkSource], { disableYield: true }))
    return signal
  })
)

/**
 * Notes once that the process has stopped listening, and once that it listens again. A connection that fails only for listening
 * must not look like a database that is unreachable all that time.
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
