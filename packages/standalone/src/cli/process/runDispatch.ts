/** A process that delivers, and serves nothing but health and metrics. */
import { Console, Effect, Layer } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { HttpServer } from "effect/http"
import { databaseName } from "../../storage/Database.ts"
import { dispatcherLayer } from "../../Service.ts"
import { loadProcessSettings, type ProcessSettings } from "../../settings/Settings.ts"
import { withFlags } from "./withFlags.ts"
import { checkShared, launch, type ProcessInput, settingsWith } from "./launch.ts"
import { paintWith } from "../output/Output.ts"
import { reachable } from "./reachable.ts"
import { table } from "../output/Table.ts"

const announce = ({ database }: ProcessSettings, asJson: boolean) =>
  HttpServer.addressFormattedWith(
    Effect.fnUntraced(function* (listening) {
      const address = reachable(listening)
      const started = { address, database: databaseName(database) }
      const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
      const facts = [
        [["dim", "Dispatcher of"], started.database],
        [["dim", "Health"], `${address}/health/ready`],
        [["dim", "Metrics"], `${address}/metrics`]
      ] as const
      yield* Console.log(
        asJson ? JSON.stringify(started) : table(facts, { paint: paintWith(canColor), columns: Infinity })
      )
    })
  )

export const runDispatch = Effect.fn("dispatch")(function* ({ json: asJson, profile }: ProcessInput) {
  const { settings } = yield* settingsWith(loadProcessSettings, profile)
  yield* checkShared("sellerkit dispatch", settings.database)
  const announced = Layer.effectDiscard(announce(settings, asJson))
  yield* launch(settings, Layer.provide(announced, dispatcherLayer(settings)))
}, withFlags)
