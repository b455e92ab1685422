/** `sellerkit serve`: runs the service. */
import { Category, SellerId } from "@sellerkit/core"
import { Console, Effect, Layer, Logger, Option, Redacted } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"
import { HttpServer } from "effect/http"
import { databaseName } from "../Database.ts"
import { dataFolder, defaultDataFolder, type DevelopmentState, ensureDevelopmentState } from "../DevelopmentState.ts"
import { TokenIssuer } from "../operator/TokenIssuer.ts"
import { serviceLayer } from "../Service.ts"
import { loadSettings, Profile, type Settings } from "../Settings.ts"
import { cannotListen } from "./cannotListen.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { paintWith } from "./Output.ts"
import { reasonOf } from "./reasonOf.ts"
import { type Started, welcome } from "./welcome.ts"
import { withDefault } from "./withDefault.ts"

const developmentState = Effect.catch(
  ensureDevelopmentState,
  Effect.fnUntraced(function* ({ message }) {
    const folder = yield* dataFolder
    return yield* new CommandFailed({
      message: `The development profile cannot keep its keys in ${folder}: ${message}. Choose another folder with SELLERKIT_DATA.`
    })
  })
)

/** What the development profile made up and uses, with a token of its seller for all categories. */
const madeUp = Effect.fnUntraced(function* ({ operatorKey }: Settings, made: DevelopmentState | undefined) {
  if (made === undefined) return undefined
  const sellerId = SellerId.make(made.sellerId)
  const grant = { sellerId, type: "base", categories: Category.literals, readOnly: false, sandbox: false } as const
  const tokens = yield* TokenIssuer
  // None where tokens are made elsewhere.
  const issued = Option.getOrUndefined(yield* Effect.option(tokens.issue(grant)))
  return {
    operatorKey: Redacted.value(operatorKey),
    sellerId,
    ...(issued && { token: Redacted.value(issued.token) })
  }
})

/** What another terminal has to be told, since there the command line sees `made` at the usual place, or nothing. */
const variablesFor = ({ dataFolder, operatorKey }: Started, made: DevelopmentState | undefined) => ({
  ...(dataFolder === defaultDataFolder ? undefined : { SELLERKIT_DATA: dataFolder }),
  ...(operatorKey === undefined || operatorKey === made?.operatorKey
    ? undefined
    : { SELLERKIT_OPERATOR_KEY: operatorKey })
})

/** The development profile shows what it made up. Production shows no secret to anyone. */
const announce = (settings: Settings, made: DevelopmentState | undefined, asJson: boolean) =>
  HttpServer.addressFormattedWith(
    Effect.fnUntraced(function* (address) {
      const api = address.replace("//0.0.0.0", "//127.0.0.1")
      const started: Started = {
        api,
        docs: `${api}/docs`,
        dataFolder: yield* dataFolder,
        ...(yield* madeUp(settings, made))
      }
      // What a service says as it starts is read by people, in a log as well as on a terminal.
      const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
      const text = asJson ? JSON.stringify(started) : welcome(started, variablesFor(started, made), paintWith(canColor))
      yield* Console.log(text)
    })
  )

/** One line of JSON per log entry where nobody reads along; nothing of the standard output is used for it. */
const logLayer = (profile: Profile) =>
  Logger.layer([
    profile === "production" ? Logger.withConsoleError(Logger.formatJson) : Logger.withConsoleError(Logger.formatLogFmt)
  ])

const checkDatabase = "Check SELLERKIT_DATABASE, or SELLERKIT_DATA where that is not set."

const failWith = (message: string) => Effect.fail(new CommandFailed({ message }))

const run = (settings: Settings, made: DevelopmentState | undefined, asJson: boolean) =>
  Layer.effectDiscard(announce(settings, made, asJson)).pipe(
    Layer.provide(serviceLayer(settings)),
    Layer.launch,
    Effect.provide(logLayer(settings.profile)),
    Effect.catchTags({
      ServeError: ({ cause }) => failWith(cannotListen(cause, settings, "PORT")),
      StorageError: ({ cause }) =>
        failWith(
          `The database ${databaseName(settings.database)} cannot be opened: ${reasonOf(cause)}. ${checkDatabase}`
        ),
      PlatformError: ({ message }) =>
        failWith(
          `The folder of the database ${databaseName(settings.database)} cannot be made: ${message}. ${checkDatabase}`
        ),
      PublicKeyInvalid: ({ message }) => failWith(`SELLERKIT_TOKEN_PUBLIC_KEY: ${message}`)
    })
  )

export const serve = Command.make(
  "serve",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false)),
    profile: Flag.Literals("profile", Profile.literals).pipe(
      withDefault(
        "development makes up keys and lets local receivers be called; production does neither, and says what it lacks",
        "development"
      )
    )
  },
  Effect.fn(function* ({ json: asJson, profile }) {
    const made = profile === "development" ? yield* developmentState : undefined
    const settings = yield* Effect.mapError(
      loadSettings(profile, made),
      ({ message }) => new CommandFailed({ message })
    )
    yield* run(settings, made, asJson)
  })
).pipe(Command.withDescription("Run the service: API, dispatcher and operator interface"))
