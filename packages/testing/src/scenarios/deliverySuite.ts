/** How delivery behaves, whatever stores and whatever sends: every rule of delivery as a scenario with real receivers. */
import { describe, it } from "@effect/vitest"
import type { TransportFailure } from "@sellerkit/core"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import { Effect, Layer, Logger, type Scope } from "effect"
import { answerScenarios } from "./answerScenarios.ts"
import { failingScenarios } from "./failingScenarios.ts"
import { fairnessScenarios } from "./fairnessScenarios.ts"
import type { HostileAnswer } from "./hostileAnswers.ts"
import { hostileScenarios } from "./hostileScenarios.ts"
import { leaseScenarios } from "./leaseScenarios.ts"
import { needScenarios } from "./needScenarios.ts"
import { observationScenarios } from "./observationScenarios.ts"
import { requestScenarios } from "./requestScenarios.ts"
import { retryScenarios } from "./retryScenarios.ts"
import type { Scenario } from "./Scenario.ts"
import { secretScenarios } from "./secretScenarios.ts"
import { stoppingScenarios } from "./stoppingScenarios.ts"
import { quietOptions, type RestingService, type RunningService, type ServiceTarget } from "./ServiceTarget.ts"
import { type World, worldLayer } from "./World.ts"

/** Failures are what these scenarios are about: they need no log. */
const quietLogger = Logger.layer([])

// In milliseconds of real time: the largest scenario publishes 100,000 events.
const longest = 60_000

export const deliverySuite = ({ httpClient, name, resting, running, trials = 1 }: ServiceTarget): void => {
  describe(`Delivery: ${name}`, () => {
    const provided = <A, E, R>(body: Effect.Effect<A, E, R | Scope.Scope>, layer: Layer.Layer<R, unknown>) =>
      body.pipe(Effect.provide(layer), Effect.provide(quietLogger), Effect.scoped)
    const inWorld = (options?: Partial<DispatcherOptions>) =>
      Layer.provideMerge(worldLayer, running({ ...quietOptions, ...options }))
    const declare = (
      title: string,
      body: Effect.Effect<void, unknown, RunningService | World>,
      options?: Partial<DispatcherOptions>
    ) => it.effect(title, () => provided(body, inWorld(options)), longest)
    const scenario: Scenario = Object.assign(declare, {
      resting: (title: string, body: Effect.Effect<void, unknown, RestingService | Scope.Scope>) =>
        it.effect(title, () => provided(body, resting), longest),
      failures: (failure: TransportFailure) => httpClient?.failure(failure) ?? [failure],
      outcome: (answer: HostileAnswer) => httpClient?.outcomes[answer.title] ?? answer,
      trials
    })
    requestScenarios(scenario)
    secretScenarios(scenario)
    leaseScenarios(scenario)
    fairnessScenarios(scenario)
    needScenarios(scenario)
    answerScenarios(scenario)
    hostileScenarios(scenario)
    retryScenarios(scenario)
    failingScenarios(scenario)
    stoppingScenarios(scenario)
    observationScenarios(scenario)
  })
}
