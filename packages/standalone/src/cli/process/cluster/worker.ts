/** The side of a worker: it says when it serves, stops with the primary process, and answers scrapes for all workers. */
import { makeProcessGauges } from "@sellerkit/core/delivery"
import { WholeMetrics } from "@sellerkit/core/operator"
import { Deferred, Effect, Layer } from "effect"
import { PrometheusMetrics } from "effect/observability"
import cluster from "node:cluster"
import type { CommandFailed } from "../../CommandFailed.ts"
import { type MetricsOf, mergeMetrics } from "./mergeMetrics.ts"
import type { Place, ToPrimary, ToWorker } from "./messages.ts"
import { placeVariable } from "./WorkerProcess.ts"

/** Undefined where this process was started by somebody else. */
export const ownPlace = (): Place | undefined => {
  const place = process.env[placeVariable]
  return cluster.isWorker && place !== undefined ? (JSON.parse(place) as Place) : undefined
}

/** Nothing happens where the primary process is gone. */
export const tellPrimary = (message: ToPrimary): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resume(Effect.void))
    else resume(Effect.void)
  })

/**
 * The channel closes when the primary process stops this one, and when it dies. Both times this process stops as it does on a
 * signal. Node.js would end it in the middle of what it does.
 */
const stopWithPrimary = Effect.sync(() => {
  cluster.worker!.once("disconnect", () => {
    cluster.worker!.exitedAfterDisconnect = true
    process.emit("SIGTERM", "SIGTERM")
  })
  // What could not be sent because the channel closes.
  cluster.worker!.on("error", () => {})
})

const leave = Effect.callback<never>(() => {
  if (process.connected) process.disconnect?.()
})

/** The primary process says why this one failed. */
export const asWorker = <A, R>(run: Effect.Effect<A, CommandFailed, R>): Effect.Effect<A, never, R> =>
  Effect.andThen(stopWithPrimary, run).pipe(
    Effect.catch(({ message }) => Effect.andThen(tellPrimary({ kind: "failed", message }), leave))
  )

// our choice: Prometheus waits for ten seconds. A worker that does not answer has no values then.
const patience = "2 seconds"

interface Scrape {
  readonly done: Deferred.Deferred<void>
  readonly found: Array<MetricsOf>
  /** Undefined until the primary process has said who was asked. */
  asked: number | undefined
}

const onMessage = (take: (message: ToWorker) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => process.on("message", take)),
    () => Effect.sync(() => process.off("message", take))
  )

/** Gives the metrics of all workers out of those of this one. */
export const wholeMetricsLayer = ({ number }: Place): Layer.Layer<never> =>
  Effect.gen(function* () {
    const scrapes = new Map<number, Scrape>()
    let last = 0

    yield* onMessage((message) => {
      const scrape = scrapes.get(message.scrape)
      if (message.kind === "ask" || scrape === undefined) return
      if (message.kind === "asked") scrape.asked = message.workers.length
      else scrape.found.push({ process: message.from, text: message.text })
      if (scrape.found.length === scrape.asked) Deferred.doneUnsafe(scrape.done, Effect.void)
    })

    const ofOthers = Effect.suspend(() => {
      const id = ++last
      const scrape: Scrape = { done: Deferred.makeUnsafe(), found: [], asked: undefined }
      scrapes.set(id, scrape)
      return tellPrimary({ kind: "ask", scrape: id }).pipe(
        Effect.andThen(Deferred.await(scrape.done)),
        Effect.timeoutOption(patience),
        Effect.map(() => scrape.found),
        Effect.ensuring(Effect.sync(() => scrapes.delete(id)))
      )
    })
    // Where the primary process is gone, nobody is asked.
    const others = Effect.suspend(() => (process.connected ? ofOthers : Effect.succeed([])))
    const whole = (own: string) => Effect.map(others, (found) => mergeMetrics({ process: number, text: own }, found))
    return Layer.succeed(WholeMetrics, whole)
  }).pipe(Layer.unwrap)

/** Gives its metrics to workers that were scraped. */
export const answerScrapes = Effect.gen(function* () {
  const setGauges = yield* makeProcessGauges
  const answer = Effect.fnUntraced(function* (scrape: number, to: number) {
    yield* setGauges
    yield* tellPrimary({ kind: "metrics", scrape, to, text: yield* PrometheusMetrics.format() })
  })
  const run = Effect.runForkWith(yield* Effect.context<never>())
  yield* onMessage((message) => {
    if (message.kind === "ask") run(answer(message.scrape, message.from))
  })
})
