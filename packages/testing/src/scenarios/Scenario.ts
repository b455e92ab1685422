/** How a group of scenarios declares one. */
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import type { Effect, Scope } from "effect"
import type { RestingServices, WorldServices } from "./World.ts"

export interface Scenario {
  (title: string, body: Effect.Effect<void, unknown, WorldServices>, options?: Partial<DispatcherOptions>): void
  /** Without a running dispatcher: nothing is sent unless the scenario drains the queue. */
  readonly resting: (title: string, body: Effect.Effect<void, unknown, RestingServices | Scope.Scope>) => void
}
