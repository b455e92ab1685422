/**
 * What the primary process and its workers tell each other, over the channel that Node.js opens between them. Libraries may use it
 * as well: what is not one of these is for somebody else.
 */
import { Schema } from "effect"
import { Started } from "../welcome.ts"

/** Which worker a process is, and where it listens. A worker that replaces another has its number. */
export interface Place {
  readonly number: number
  /** 0 for any that is free: the same one for all workers. */
  readonly port: number
}

/** Another one for each scrape of any process. */
const ScrapeId = Schema.String

const Serving = Schema.Struct({ kind: Schema.Literal("serving"), started: Started })

const CannotStart = Schema.Struct({ kind: Schema.Literal("cannotStart"), message: Schema.String })

/** It was told to stop, and finishes what it does. */
const Stopping = Schema.Struct({ kind: Schema.Literal("stopping") })

/** It was scraped, and asks for the metrics of all other workers. */
const AskAll = Schema.Struct({ kind: Schema.Literal("askAll"), scrape: ScrapeId })

/** Its metrics, for the worker that asked. */
const Answer = Schema.Struct({
  kind: Schema.Literal("answer"),
  scrape: ScrapeId,
  to: Schema.Int,
  text: Schema.String
})

export const ToPrimary = Schema.Union([Serving, CannotStart, Stopping, AskAll, Answer])
export type ToPrimary = typeof ToPrimary.Type

/** Who was asked for metrics. */
const Asked = Schema.Struct({
  kind: Schema.Literal("asked"),
  scrape: ScrapeId,
  workers: Schema.Array(Schema.Int)
})

/** The metrics of one of them. */
const Metrics = Schema.Struct({
  kind: Schema.Literal("metrics"),
  scrape: ScrapeId,
  from: Schema.Int,
  text: Schema.String
})

/** Another worker asks for metrics. */
const Ask = Schema.Struct({ kind: Schema.Literal("ask"), scrape: ScrapeId, from: Schema.Int })

export const ToWorker = Schema.Union([Asked, Metrics, Ask])
export type ToWorker = typeof ToWorker.Type
