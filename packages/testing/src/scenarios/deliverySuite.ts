/** How delivery behaves, whatever stores and whatever sends: every rule of delivery as a scenario with real receivers. */
import { describe, it } from "@effect/vitest"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import { Effect, type Layer, Logger, type Scope } from "effect"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { answerScenarios } from "./answerScenarios.ts"
import { failingScenarios } from "./failingScenarios.ts"
import { fairnessScenarios } from "./fairnessScenarios.ts"
import { hostileScenarios } from "./hostileScenarios.ts"
import { leaseScenarios } from "./leaseScenarios.ts"
import { observationScenarios } from "./observationScenarios.ts"
import { requestScenarios } from "./requestScenarios.ts"
import { retryScenarios } from "./retryScenarios.ts"
import type { Scenario } from "./Scenario.ts"
import { secretScenarios } from "./secretScenarios.ts"
import { stoppingScenarios } from "./stoppingScenarios.ts"
import { type RestingServices, restingLayer, type TransportTarget, worldLayer, type WorldServices } from "./World.ts"

/** Failures are what these scenarios are about: they need no log. */
const quietLogger = Logger.layer([])

// In milliseconds of real time: the largest scenario publishes 100,000 events.
const longest = 60_000

export const deliverySuite = (storage: StorageTarget, transport: TransportTarget): void => {
  describe(`Delivery: ${storage.name}, ${transport.name}`, () => {
    const provided = <A, E, R>(body: Effect.Effect<A, E, R | Scope.Scope>, layer: Layer.Layer<R, unknown>) =>
      body.pipe(Effect.provide(layer), Effect.provide(quietLogger), Effect.scoped)
    const scenario: Scenario = Object.assign(
      (title: string, body: Effect.Effect<void, unknown, WorldServices>, options?: Partial<DispatcherOptions>) =>
        it.effect(title, () => provided(body, worldLayer(storage, transport, options)), longest),
      {
        resting: (title: string, body: Effect.Effect<void, unknown, RestingServices | Scope.Scope>) =>
          it.effect(title, () => provided(body, restingLayer(storage, transport)), longest)
      }
    )
    requestScenarios(scenario)
    secretScenarios(scenario)
    leaseScenarios(scenario)
    fairnessScenarios(scenario)
    answerScenarios(scenario)
    hostileScenarios(scenario)
    retryScenarios(scenario)
    failingScenarios(scenario)
    stoppingScenarios(scenario)
    observationScenarios(scenario)
  })
}
