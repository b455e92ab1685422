/** How a group of scenarios declares one. */
import type { Effect, Scope } from "effect"
import type { RestingServices, WorldServices } from "./World.ts"

export interface Scenario {
  (title: string, body: Effect.Effect<void, unknown, WorldServices>): void
  /** Without a running dispatcher: nothing is sent unless the scenario drains the queue. */
  readonly resting: (title: string, body: Effect.Effect<void, unknown, RestingServices | Scope.Scope>) => void
}
