/** A process that runs the whole service beside its own work. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { loadSettings, serviceLayer } from "@sellerkit/standalone"
import { ConfigProvider, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { equal, match } from "node:assert/strict"
import { account } from "./parts.ts"

const environment = ConfigProvider.layer(
  ConfigProvider.fromUnknown({ HOST: "127.0.0.1", PORT: "0", SELLERKIT_DATABASE: "memory:" })
)
const secret = "only this consumer knows what it is"
const made = { operatorKey: secret, tokenSecret: secret, sellerId: account.sellerId }

const program = Effect.gen(function* () {
  const settings = yield* loadSettings("development", made)
  const askItself = HttpServer.addressFormattedWith((address) =>
    Effect.promise(async () => {
      equal((await fetch(`${address}/health/live`)).status, 200)
      // The application comes with the package.
      const page = await (await fetch(`${address}/console`)).text()
      const [, script] = /src="([^"]+)"/.exec(page) ?? []
      match(String(script), /^\/console\/assets\//)
      equal((await fetch(`${address}${script}`)).status, 200)
    })
  )
  yield* Effect.provide(askItself, serviceLayer(settings))
})

await Effect.runPromise(Effect.provide(program, Layer.mergeAll(environment, NodeServices.layer)))
