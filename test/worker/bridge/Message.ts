/** What the two sides of a bridge say to each other, as JSON. */
import type { Json } from "./Crossing.ts"
import type { Place } from "./Spans.ts"

/** How each member of a service is asked for. */
export type Members = Readonly<Record<string, "effect" | "method" | "stream">>

/** A function among the arguments of a call, and what it is to be called with. */
export interface Question {
  readonly place: number
  readonly arguments: Json
}

/** The text of a question, and the exit of the function. */
export type Answer = readonly [question: string, exit: Json]

export interface Call {
  readonly type: "call"
  readonly id: number
  /** What the caller's clock shows, in milliseconds. */
  readonly now: number
  readonly service: string
  readonly member: string
  readonly arguments: Json
  /** What the functions among the arguments gave, as far as that has been asked. */
  readonly answers: ReadonlyArray<Answer>
  /** Absent where there is no tracer. */
  readonly tracing?: { readonly parent: Place | undefined }
}

export type ToObject =
  | Call
  | { readonly type: "interrupt"; readonly id: number }
  /** Ends the object as an eviction does: nothing is closed. */
  | { readonly type: "evict" }

/** An update of a metric that a call has made. */
export interface MetricUpdate {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
  readonly input: number
}

/** `spans` are those that ended during the call. */
export interface Ended {
  readonly type: "ended"
  readonly id: number
  readonly exit: Json
  readonly metrics: ReadonlyArray<MetricUpdate>
  readonly spans: Json
}

/** `asked`: the call came to nothing, because it needs an answer first. */
export type Reply = Ended | { readonly type: "asked"; readonly id: number; readonly question: Question }

export type FromObject =
  | Reply
  /** One of a stream's. */
  | { readonly type: "item"; readonly id: number; readonly item: Json }
  | { readonly type: "ready"; readonly services: Readonly<Record<string, Members>> }
  | { readonly type: "unavailable"; readonly exit: Json }
