/** The side of a worker: it says when it serves, stops with the primary process, and answers scrapes for all workers. */
import { makeProcessGauges } from "@sellerkit/core/delivery"
import { WholeMetrics } from "@sellerkit/core/operator"
import { Deferred, Effect, Layer, Option, Schema } from "effect"
import { PrometheusMetrics } from "effect/observability"
import cluster from "node:cluster"
import type { CommandFailed } from "../../CommandFailed.ts"
import { type MetricsOf, mergeMetrics } from "./mergeMetrics.ts"
import { type Place, type ToPrimary, ToWorker } from "./messages.ts"
import { placeVariable } from "./startWorker.ts"

/** Undefined where this process was started by somebody else. */
export const ownPlace = (): Place | undefined => {
  const place = process.env[placeVariable]
  return cluster.isWorker && place !== undefined ? (JSON.parse(place) as Place) : undefined
}

/** Nothing happens where the primary process is gone. */
const send = (message: ToPrimary, sent: () => void): void => {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent()
}

export const tellPrimary = (message: ToPrimary): Effect.Effect<void> =>
  Effect.callback((resume) => send(message, () => resume(Effect.void)))

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
  // One that was told to stop is asked for nothing any more.
  process.once("SIGTERM", () => send({ kind: "stopping" }, () => {}))
})

const leave = Effect.callback<never>(() => {
  if (process.connected) process.disconnect?.()
})

/** The primary process says why this one failed. */
export const asWorker = <A, R>(run: Effect.Effect<A, CommandFailed, R>): Effect.Effect<A, never, R> =>
  Effect.andThen(stopWithPrimary, run).pipe(
    Effect.catch(({ message }) => Effect.andThen(tellPrimary({ kind: "cannotStart", message }), leave))
  )

// our choice: Prometheus waits for ten seconds. A worker that does not answer has no values then.
const patience = "2 seconds"

interface Scrape {
  readonly done: Deferred.Deferred<void>
  /** Texts by the numbers of their workers. */
  readonly found: Map<number, string>
  /** Undefined until the primary process has said who was asked. */
  asked: ReadonlyArray<number> | undefined
}

const decodeMessage = Schema.decodeUnknownOption(ToWorker)

const onMessage = (take: (message: ToWorker) => void) => {
  const takeKnown = (given: unknown): void => Option.match(decodeMessage(given), { onNone: () => {}, onSome: take })
  return Effect.acquireRelease(
    Effect.sync(() => process.on("message", takeKnown)),
    () => Effect.sync(() => process.off("message", takeKnown))
  )
}

const isComplete = ({ asked, found }: Scrape): boolean => asked?.every((number) => found.has(number)) === true

/** Gives the metrics of all workers out of those of this one. */
export const wholeMetricsLayer = ({ number }: Place): Layer.Layer<never> =>
  Effect.gen(function* () {
    const scrapes = new Map<string, Scrape>()
    let last = 0

    yield* onMessage((message) => {
      const scrape = scrapes.get(message.scrape)
      if (message.kind === "ask" || scrape === undefined) return
      if (message.kind === "asked") scrape.asked = message.workers
      else scrape.found.set(message.from, message.text)
      if (isComplete(scrape)) Deferred.doneUnsafe(scrape.done, Effect.void)
    })

    const ofOthers = Effect.suspend(() => {
      // A late answer to the process that had this one's place before is not taken for another.
      const id = `${process.pid}-${++last}`
      const scrape: Scrape = { done: Deferred.makeUnsafe(), found: new Map(), asked: undefined }
      scrapes.set(id, scrape)
      return tellPrimary({ kind: "askAll", scrape: id }).pipe(
        Effect.andThen(Deferred.await(scrape.done)),
        Effect.timeoutOption(patience),
        Effect.map(() => [...scrape.found].map(([process, text]): MetricsOf => ({ process, text }))),
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
  const answer = Effect.fnUntraced(function* (scrape: string, to: number) {
    yield* setGauges
    yield* tellPrimary({ kind: "answer", scrape, to, text: yield* PrometheusMetrics.format() })
  })
  const run = Effect.runForkWith(yield* Effect.context<never>())
  yield* onMessage((message) => {
    if (message.kind === "ask") run(answer(message.scrape, message.from))
  })
})
