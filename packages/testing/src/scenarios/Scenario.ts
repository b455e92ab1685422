/** How a group of scenarios declares one, and what it may expect of the service under test. */
import type { TransportFailure } from "@sellerkit/core"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import type { Effect, Scope } from "effect"
import type { HostileAnswer } from "./receivers/hostileAnswers.ts"
import type { HostileOutcome, RestingService, RunningService } from "./ServiceTarget.ts"
import type { World } from "./World.ts"

export interface Scenario {
  (
    title: string,
    body: Effect.Effect<void, unknown, RunningService | World>,
    options?: Partial<DispatcherOptions>
  ): void
  /** Without a running dispatcher: nothing is sent unless the scenario has it drain the queue. */
  readonly resting: (title: string, body: Effect.Effect<void, unknown, RestingService | Scope.Scope>) => void
  /** What may be recorded of a request that failed like this: only this failure, unless the platform knows no better. */
  readonly failures: (failure: TransportFailure) => ReadonlyArray<TransportFailure>
  readonly outcome: (answer: HostileAnswer) => HostileOutcome
  /** The share of what takes long. */
  readonly trials: number
}
