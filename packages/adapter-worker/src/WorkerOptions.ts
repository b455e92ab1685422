/** What a host decides, in plain values: asked for once its bindings are known. */
import type { EventScope } from "@sellerkit/core"
import type { HostOptions } from "./HostOptions.ts"
import type { ObjectNamespace } from "./Platform.ts"

export interface WorkerOptions<Scopes extends ReadonlyArray<EventScope>> extends HostOptions<Scopes> {
  /** What the class `SellerObject` is bound as: one object per seller, named by the seller's id. */
  readonly sellers: ObjectNamespace
  /**
   * Requests in flight at once from one seller's object. 6, when absent: so many connections may wait for an answer at a
   * time, and others would wait for one of them while their ten seconds pass.
   */
  readonly concurrency?: number | undefined
  /**
   * How many requests an object makes at a time, because something became due or its alarm rings, before the next ringing goes on:
   * see the limits of your plan. 900, when absent.
   */
  readonly requestsPerAlarm?: number | undefined
}

/** Names of the options that only Workers have, and the service does not (`checkOptions`). */
export const ofWorkers: ReadonlyArray<keyof AnyWorkerOptions> = [
  "authenticate",
  "concurrency",
  "requestsPerAlarm",
  "sellers"
]

/** Options with any catalog. */
export type AnyWorkerOptions = WorkerOptions<ReadonlyArray<EventScope>>
