/** Processes of a service, one after another over one storage. */
import type { StoragePorts } from "@sellerkit/core"
import { type Context, Effect, Exit, Layer, Scope } from "effect"
import { type Services, serviceOver } from "./CampaignWorld.ts"

/** The first one runs. `restart` ends it, and starts the next. */
export const makeProcesses = Effect.fnUntraced(function* <E>(storage: Layer.Layer<StoragePorts, E>) {
  const kept = yield* Layer.build(storage)
  const outer = yield* Effect.scope
  const start = Effect.gen(function* () {
    const scope = yield* Scope.fork(outer)
    const services: Context.Context<Services> = yield* Layer.buildWithScope(
      Layer.fresh(serviceOver(Layer.succeedContext(kept))),
      scope
    )
    return { scope, services }
  })
  let current = yield* start
  return {
    run: <A, E2>(effect: Effect.Effect<A, E2, Services>) =>
      Effect.suspend(() => Effect.provide(effect, current.services)),
    restart: Effect.gen(function* () {
      yield* Scope.close(current.scope, Exit.void)
      current = yield* start
    })
  }
})
