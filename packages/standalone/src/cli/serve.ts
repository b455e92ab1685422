/** `sellerkit serve`: runs the service. */
import { Category, JwtTokens, SellerId } from "@sellerkit/core"
import { Console, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import { dataFolder, type DevelopmentState, ensureDevelopmentState } from "../DevelopmentState.ts"
import { serviceLayer } from "../Service.ts"
import { loadSettings, Profile, type Settings } from "../Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { type Paint, paintWith, table } from "./Output.ts"

const tokenLifetime = Duration.days(180)

/** A token of the development profile's seller, with all categories. */
const makeToken = Effect.fnUntraced(function* ({ tokenKey }: Settings, { sellerId }: DevelopmentState) {
  if (tokenKey.kind !== "secret") return undefined
  const random = yield* SecureRandom.SecureRandom
  const grant = {
    tokenId: yield* random.uuidV4(),
    sellerId: SellerId.make(sellerId),
    type: "base",
    categories: Category.literals,
    readOnly: false,
    sandbox: false
  } as const
  return Redacted.value(yield* JwtTokens.issue(tokenKey.secret, grant, tokenLifetime))
})

const developmentState = Effect.mapError(
  ensureDevelopmentState,
  ({ message }) => new CommandFailed({ message: `The development profile cannot keep its keys: ${message}` })
)

interface Started {
  readonly api: string
  readonly docs: string
  readonly dataFolder: string
  readonly operatorKey?: string
  readonly sellerId?: string
  readonly token?: string
}

const sellerkit = "npm run -s sellerkit --"
const receiver = "http://127.0.0.1:9000/"

/** Three commands that show an event arriving. */
const firstSteps = ({ api, dataFolder: folder, token }: Started, paint: Paint): ReadonlyArray<string> => {
  const body = JSON.stringify({
    enabled: true,
    name: "My first webhook",
    url: receiver,
    subscriptions: [{ scope: "content", event: "card_changed" }]
  })
  return [
    paint("bold", "Try it, with a second and a third terminal in this folder:"),
    "",
    "1. Create a webhook; its secret is shown once, so keep the answer",
    paint(
      "cyan",
      `curl -s ${api}/api/v1/webhooks -H "Authorization: ${token}" -H "Content-Type: application/json" -d '${body}' | tee ${folder}/webhook.json`
    ),
    "",
    "2. Start a receiver that checks the secret and the signature",
    paint(
      "cyan",
      `${sellerkit} listen --secret "$(node -p 'JSON.parse(fs.readFileSync("${folder}/webhook.json")).secret')"`
    ),
    "",
    "3. Publish an event",
    paint("cyan", `${sellerkit} publish card_changed --url ${api}`),
    ""
  ]
}

const welcome = (started: Started, paint: Paint): string => {
  const { api, docs, operatorKey, sellerId, token } = started
  const facts = [
    ["API", api],
    ["Documentation", docs],
    ["Operator key", operatorKey],
    ["Seller", sellerId],
    ["Token", token]
  ].flatMap(([name, value]) => (value === undefined ? [] : [[paint("dim", name!), value]]))
  return ["", table(facts), "", ...(token === undefined ? [] : firstSteps(started, paint))].join("\n")
}

/** The development profile shows what it made up. Production shows no secret to anyone. */
const announce = (settings: Settings, made: DevelopmentState | undefined, asJson: boolean) =>
  HttpServer.addressFormattedWith(
    Effect.fnUntraced(function* (address) {
      const api = address.replace("//0.0.0.0", "//127.0.0.1")
      const token = made === undefined ? undefined : yield* makeToken(settings, made)
      const started: Started = {
        api,
        docs: `${api}/docs`,
        dataFolder: yield* dataFolder,
        ...(made === undefined
          ? undefined
          : { operatorKey: Redacted.value(settings.operatorKey), sellerId: made.sellerId }),
        ...(token === undefined ? undefined : { token })
      }
      // What a service says as it starts is read by people, in a log as well as on a terminal.
      const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
      yield* Console.log(asJson ? JSON.stringify(started) : welcome(started, paintWith(canColor)))
    })
  )

const explain = ({ database, host, port }: Settings) => ({
  ServeError: () =>
    new CommandFailed({
      message: `The service cannot listen at ${host}:${port}. Choose another PORT, or end what uses it.`
    }),
  StorageError: ({ cause }: { readonly cause: unknown }) =>
    new CommandFailed({
      message: `The database ${database} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}. Check SELLERKIT_DATABASE.`
    }),
  PlatformError: ({ message }: { readonly message: string }) =>
    new CommandFailed({ message: `The folder of the database ${database} cannot be made: ${message}` }),
  PublicKeyInvalid: ({ message }: { readonly message: string }) =>
    new CommandFailed({ message: `SELLERKIT_TOKEN_PUBLIC_KEY: ${message}` })
})

/** One line of JSON per log entry where nobody reads along; nothing of the standard output is used for it. */
const logLayer = (profile: Profile) =>
  Logger.layer([
    profile === "production" ? Logger.withConsoleError(Logger.formatJson) : Logger.withConsoleError(Logger.formatLogFmt)
  ])

export const serve = Command.make(
  "serve",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false)),
    profile: Flag.Literals("profile", Profile.literals).pipe(
      Flag.withDescription(
        "development makes up keys and lets local receivers be called; production does neither, and says what it lacks"
      ),
      Flag.withDefault("development")
    )
  },
  Effect.fn(function* ({ json: asJson, profile }) {
    const made = profile === "development" ? yield* developmentState : undefined
    const settings = yield* Effect.mapError(
      loadSettings(profile, made),
      ({ message }) => new CommandFailed({ message })
    )
    const failures = explain(settings)
    yield* Layer.effectDiscard(announce(settings, made, asJson)).pipe(
      Layer.provide(serviceLayer(settings)),
      Layer.launch,
      Effect.provide(logLayer(profile)),
      Effect.catchTags({
        ServeError: () => Effect.fail(failures.ServeError()),
        StorageError: (error) => Effect.fail(failures.StorageError(error)),
        PlatformError: (error) => Effect.fail(failures.PlatformError(error)),
        PublicKeyInvalid: (error) => Effect.fail(failures.PublicKeyInvalid(error))
      })
    )
  })
).pipe(Command.withDescription("Run the service: API, dispatcher and operator interface"))
