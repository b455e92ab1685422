import { Dispatcher } from "@sellerkit/core/delivery"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { healthRoutes } from "../src/Health.ts"

/** What `GET /health/ready` answers when the dispatcher last looked for work at this time. */
const readiness = (lastPassAt: (now: number) => number | undefined) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const dispatcher = Layer.succeed(Dispatcher, {
      health: Effect.succeed({ lastPassAt: lastPassAt(now), inFlight: 3 })
    })
    const { dispose, handler } = HttpRouter.toWebHandler(
      healthRoutes.pipe(Layer.provide(dispatcher), Layer.provide(HttpServer.layerServices)),
      { disableLogger: true }
    )
    const response = yield* Effect.promise(() => handler(new Request("http://x/health/ready")))
    const body = yield* Effect.promise(() => response.json() as Promise<any>)
    yield* Effect.promise(dispose)
    return { status: response.status, body }
  })

describe("readiness", () => {
  it.live("holds while the dispatcher looks for work", () =>
    Effect.gen(function* () {
      const { body, status } = yield* readiness((now) => now - 5000)
      assert.deepStrictEqual([status, body.status, body.dispatcher.inFlight], [200, "ready", 3])
    })
  )

  it.live("fails when claims stop, and says so", () =>
    Effect.gen(function* () {
      const { body, status } = yield* readiness((now) => now - 16_000)
      assert.deepStrictEqual([status, body.status], [503, "not ready"])
      assert.match(body.dispatcher.problem, /does not get work from the storage/)
    })
  )

  it.live("fails before the first look", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* readiness(() => undefined)).status, 503)
    })
  )
})
