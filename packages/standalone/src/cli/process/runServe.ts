/** Runs the service. */
import { Console, Effect, Layer, type Option, Redacted } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { HttpServer } from "effect/http"
import { dataFolder, defaultDataFolder, type DevelopmentState } from "../../settings/DevelopmentState.ts"
import { apiLayer, serviceLayer } from "../../Service.ts"
import { loadServeSettings, type ServeSettings, type Settings } from "../../settings/Settings.ts"
import { changedWith } from "../../settings/variable.ts"
import { firstToken } from "./firstToken.ts"
import { withFlags } from "./withFlags.ts"
import { checkShared, launch, type ProcessInput, settingsWith } from "./launch.ts"
import { paintWith } from "../output/Output.ts"
import { reachable } from "./reachable.ts"
import { type Started, welcome } from "./welcome.ts"

/** What the development profile made up and uses, with a token of its seller for all categories. */
const madeUp = Effect.fnUntraced(function* ({ operatorKey }: Settings, made: DevelopmentState | undefined) {
  if (made === undefined) return undefined
  const { sellerId } = made
  const token = yield* firstToken(sellerId)
  return {
    operatorKey: Redacted.value(operatorKey),
    sellerId,
    ...(token !== undefined && { token })
  }
})

/** Variables that another terminal needs. Without them the command line there finds `made` at the usual place, or nothing. */
const variablesFor = ({ dataFolder, operatorKey }: Started, made: DevelopmentState | undefined) => ({
  ...(dataFolder === defaultDataFolder ? undefined : { SELLERKIT_DATA: dataFolder }),
  ...(operatorKey === undefined || operatorKey === made?.operatorKey
    ? undefined
    : { SELLERKIT_OPERATOR_KEY: operatorKey })
})

/** The development profile shows what it made up. Production shows no secret to anyone. */
const startedOf = (settings: Settings, made: DevelopmentState | undefined) =>
  HttpServer.addressFormattedWith(
    Effect.fnUntraced(function* (address) {
      const api = reachable(address)
      const started: Started = {
        api,
        docs: `${api}/docs`,
        console: `${api}/console`,
        dataFolder: yield* dataFolder,
        ...(yield* madeUp(settings, made))
      }
      return started
    })
  )

const announce = Effect.fnUntraced(function* (started: Started, made: DevelopmentState | undefined, asJson: boolean) {
  // People read what a service says as it starts, in a log as well as on a terminal.
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const text = asJson ? JSON.stringify(started) : welcome(started, variablesFor(started, made), paintWith(canColor))
  yield* Console.log(text)
})

interface Input extends ProcessInput {
  /** Whether to run without a dispatcher. */
  readonly apiOnly: boolean
  readonly processes: Option.Option<string>
}

const severalProcesses = Effect.fnUntraced(function* ({ processes }: ServeSettings) {
  const setting = yield* changedWith("SELLERKIT_PROCESSES")
  return setting.startsWith("--")
    ? `sellerkit serve ${setting} ${processes}`
    : `sellerkit serve with ${setting}=${processes}`
})

/** Says that it serves, or has another process say it. */
type Say<R> = (started: Started) => Effect.Effect<void, never, R>

const serveWith = <R>({ apiOnly }: Input, settings: ServeSettings, made: DevelopmentState | undefined, say: Say<R>) => {
  const running = apiOnly ? apiLayer(settings) : serviceLayer(settings)
  return launch(settings, Layer.provide(Layer.effectDiscard(Effect.flatMap(startedOf(settings, made), say)), running))
}

export const runServe = Effect.fn("serve")(function* (input: Input) {
  const { made, settings } = yield* settingsWith(loadServeSettings, input.profile)
  if (input.apiOnly) yield* checkShared("sellerkit serve --api-only", settings.database)
  const say = (started: Started) => announce(started, made, input.json)
  if (settings.processes === 1) return yield* serveWith(input, settings, made, say)
  yield* checkShared(yield* severalProcesses(settings), settings.database)
  const { serveInCluster } = yield* Effect.promise(() => import("./cluster/serveInCluster.ts"))
  return yield* serveInCluster(settings, say, (place, sayStarted) =>
    serveWith(input, { ...settings, port: place.port }, made, sayStarted)
  )
}, withFlags)
