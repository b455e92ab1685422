/** Options of a host whose data are in PostgreSQL, as plain values. They are asked for when its bindings are known. */
import type { EventScope, StoragePorts } from "@sellerkit/core"
import type { Effect, Layer } from "effect"
import type { HostOptions } from "../HostOptions.ts"

/** A storage whose connections are scoped to a request, as `PgStorage.makeRequestScopedStorage` makes it. */
export interface RequestScopedStorage {
  /** Rate budgets are counted in it as well, where it has a place for them. */
  readonly layer: Layer.Layer<StoragePorts>
  during<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

export interface PostgresOptions<Scopes extends ReadonlyArray<EventScope>> extends HostOptions<Scopes> {
  /** Makes a storage of its own for each of the requests that are served at the same time. It connects to nothing yet. */
  readonly storage: () => RequestScopedStorage
  /**
   * Requests to receivers in flight at once from one call of `scheduled`. 5, when absent: the platform lets six connections
   * wait for an answer at a time, and one is the database's.
   */
  readonly concurrency?: number | undefined
  /** After how many requests to receivers one call of `scheduled` begins no more: see the limits of your plan. 900, when absent. */
  readonly requestsPerCall?: number | undefined
}

/** Names of the options that only Workers have, and the service does not (`checkOptions`). */
export const ofPostgresWorkers: ReadonlyArray<keyof AnyPostgresOptions> = [
  "authenticate",
  "concurrency",
  "requestsPerCall"
]

/** Options with any catalog. */
export type AnyPostgresOptions = PostgresOptions<ReadonlyArray<EventScope>>
