/** What a host decides whose data are in PostgreSQL, in plain values: asked for once its bindings are known. */
import type { EventScope, StoragePorts } from "@sellerkit/core"
import type { Effect, Layer } from "effect"
import type { HostOptions } from "../HostOptions.ts"

/** A storage that has connections only while it is lent some, as `PgStorage.makeLentStorage` makes it. */
export interface LentStorage {
  /** Rate budgets are counted in it as well, where it has a place for them. */
  readonly layer: Layer.Layer<StoragePorts>
  during<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

export interface PostgresOptions<Scopes extends ReadonlyArray<EventScope>> extends HostOptions<Scopes> {
  /** Makes a storage of its own for each of the requests that are served at the same time. It connects to nothing yet. */
  readonly storage: () => LentStorage
  /**
   * Requests to receivers in flight at once from one call of `scheduled`. 5, when absent: the platform lets six connections
   * wait for an answer at a time, and one is the database's.
   */
  readonly concurrency?: number | undefined
  /** After how many requests to receivers one call of `scheduled` begins no more: see the limits of your plan. 900, when absent. */
  readonly requestsPerCall?: number | undefined
}

/** Names of those that are only a Worker's business, and not the service's (`checkOptions`). */
export const ofPostgresWorkers: ReadonlyArray<keyof AnyPostgresOptions> = [
  "authenticate",
  "concurrency",
  "requestsPerCall"
]

/** Those of any catalog. */
export type AnyPostgresOptions = PostgresOptions<ReadonlyArray<EventScope>>
