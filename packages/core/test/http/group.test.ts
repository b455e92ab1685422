/** What is around as a request is handled. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, References, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { group } from "../../src/http/group.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"

class Api extends HttpApi.make("api").add(
  HttpApiGroup.make("things").add(
    HttpApiEndpoint.get("get", "/things", {
      success: Schema.Struct({ madeOf: Schema.Boolean, carried: Schema.Boolean, level: Schema.String })
    })
  )
) {}

const things = group(
  Api,
  "things",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    return handlers.handleAll({
      get: () =>
        Effect.contextWith((context: Context.Context<never>) =>
          Effect.succeed({
            madeOf: webhooks !== undefined,
            carried: Option.isSome(Context.getOption(context, Webhooks)),
            level: Context.get(context, References.MinimumLogLevel)
          })
        )
    })
  })
)

describe("handlers of a group", () => {
  it("are made of services that no request carries, and see the references around them", async () => {
    const { dispose, handler } = HttpRouter.toWebHandler(
      HttpApiBuilder.layer(Api).pipe(
        Layer.provide(things),
        Layer.provide(Layer.mock(Webhooks, {})),
        Layer.provide(Layer.succeed(References.MinimumLogLevel, "Fatal")),
        Layer.provide(HttpServer.layerServices)
      ),
      { disableLogger: true }
    )
    const answer = await handler(new Request("http://seller.test/things"))
    assert.deepStrictEqual(await answer.json(), { madeOf: true, carried: false, level: "Fatal" })
    await dispose()
  })
})
