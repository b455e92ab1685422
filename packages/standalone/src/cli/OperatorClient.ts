/** Calls the operator interface of a running service. */
import { Config, Effect, Option, Redacted, Schema } from "effect"
import { Flag } from "effect/cli"
import { HttpBody, HttpClient, HttpClientRequest } from "effect/http"
import { readDevelopmentState } from "../DevelopmentState.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { withDefault } from "./withDefault.ts"

/** Flags of every command that talks to a running service. */
export const connection = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.NonEmptyString("SELLERKIT_URL")),
    withDefault("Where the service runs; or SELLERKIT_URL", "http://127.0.0.1:8080")
  ),
  operatorKey: Flag.Redacted("operator-key").pipe(
    Flag.withDescription(
      "The operator key; or SELLERKIT_OPERATOR_KEY (default: that of the development profile in this folder)"
    ),
    Flag.withFallbackConfig(Config.Redacted("SELLERKIT_OPERATOR_KEY")),
    Flag.optional
  )
}

/** The seller whose account it is about. */
export const seller = Flag.String("seller").pipe(
  Flag.withDescription("The seller's id (default: that of the development profile in this folder)"),
  Flag.optional
)

interface Connection {
  readonly url: string
  readonly operatorKey: Option.Option<Redacted.Redacted>
}

const development = readDevelopmentState().pipe(Effect.option)

/** The seller that the development profile made up, for commands that name none. */
export const sellerIdOr = Effect.fnUntraced(function* (given: Option.Option<string>) {
  const made = Option.map(yield* development, ({ sellerId }) => sellerId)
  return yield* Option.match(
    Option.orElse(given, () => made),
    {
      onNone: () => Effect.fail(new CommandFailed({ message: "Name the seller with --seller" })),
      onSome: Effect.succeed
    }
  )
})

const keyOf = Effect.fnUntraced(function* ({ operatorKey }: Connection) {
  if (Option.isSome(operatorKey)) return operatorKey.value
  const made = yield* development
  if (Option.isSome(made)) return Redacted.make(made.value.operatorKey)
  return yield* new CommandFailed({ message: "Give the operator key with --operator-key or SELLERKIT_OPERATOR_KEY" })
})

const Problem = Schema.Struct({
  title: Schema.String,
  detail: Schema.String,
  errors: Schema.Array(Schema.Struct({ location: Schema.String, message: Schema.String }))
})

const explain = (body: unknown, status: number): string => {
  const problem = Schema.decodeUnknownOption(Problem)(body)
  if (Option.isNone(problem)) return `The service answered ${status}`
  const { detail, errors, title } = problem.value
  // The detail may name every one of the errors as well.
  if (errors.length === 0) return detail
  return [`${title}:`, ...errors.map(({ location, message }) => `  ${location}: ${message}`)].join("\n")
}

/** POSTs JSON text, so that numbers keep their digits, and gives the answer. */
export const post = Effect.fnUntraced(function* (connection: Connection, path: string, body: string) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.post(`${connection.url.replace(/\/$/, "")}/operator/v1${path}`).pipe(
    HttpClientRequest.bearerToken(yield* keyOf(connection)),
    HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
  )
  const unreachable = new CommandFailed({
    message: `No service answers at ${connection.url}. Start one (npm start), or name another with --url.`
  })
  const response = yield* Effect.mapError(client.execute(request), () => unreachable)
  const answer = yield* Effect.mapError(response.json, () => unreachable)
  return response.status < 300 ? answer : yield* new CommandFailed({ message: explain(answer, response.status) })
})
