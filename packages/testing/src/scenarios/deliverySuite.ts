/** How delivery behaves, whatever stores and whatever sends: every rule of delivery as a scenario with real receivers. */
import { describe, it } from "@effect/vitest"
import type { TransportFailure } from "@sellerkit/core"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import { Effect, Layer, Logger, type Scope } from "effect"
import { answerScenarios } from "./delivery/answerScenarios.ts"
import { failingScenarios } from "./delivery/failingScenarios.ts"
import { fairnessScenarios } from "./delivery/fairnessScenarios.ts"
import type { HostileAnswer } from "./receivers/hostileAnswers.ts"
import { hostileScenarios } from "./delivery/hostileScenarios.ts"
import { leaseScenarios } from "./delivery/leaseScenarios.ts"
import { needScenarios } from "./delivery/needScenarios.ts"
import { observationScenarios } from "./delivery/observationScenarios.ts"
import { requestScenarios } from "./delivery/requestScenarios.ts"
import { retryScenarios } from "./delivery/retryScenarios.ts"
import type { Scenario } from "./Scenario.ts"
import { secretScenarios } from "./delivery/secretScenarios.ts"
import { stoppingScenarios } from "./delivery/stoppingScenarios.ts"
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
