/** What went wrong in a call of a service, in words for people. */
import { failureOf } from "@sellerkit/core"
import { Refused } from "@sellerkit/core/client"
import { Duration, Effect, Schema } from "effect"
import { HttpClientError } from "effect/http"
import { CommandFailed } from "../CommandFailed.ts"
import { ServiceUnavailable } from "./ServiceUnavailable.ts"

const Problem = Schema.Struct({
  title: Schema.String,
  detail: Schema.String,
  /** Operations on campaigns answer without it. */
  errors: Schema.optionalKey(Schema.Array(Schema.Struct({ location: Schema.String, message: Schema.String })))
})
const isProblem = Schema.is(Problem)

const explain = ({ detail, errors = [], title }: typeof Problem.Type): string => {
  // The detail may name every one of the errors as well.
  if (errors.length === 0) return detail
  return [`${title}:`, ...errors.map(({ location, message }) => `  ${location}: ${message}`)].join("\n")
}

const unreachable = (url: string, cause: unknown) => {
  const { kind, message } = failureOf(cause)
  const reason = kind === "other" ? "" : `: ${message}`
  return new ServiceUnavailable({
    message: `No service answers at ${url}${reason}. Start one (npm start), or name another with --url.`
  })
}

const unknownService = (url: string) =>
  new CommandFailed({ message: `What answers at ${url} is no service of this version` })

/** What an unexpected answer says. */
export const refusal = (body: unknown, status: number) => {
  const message = isProblem(body) ? explain(body) : `The service answered ${status}`
  return status >= 500 ? new ServiceUnavailable({ message }) : new CommandFailed({ message })
}

const inWords = Effect.fnUntraced(function* (error: unknown, url: string) {
  if (isProblem(error)) return yield* new CommandFailed({ message: explain(error) })
  if (error instanceof Refused) return yield* new CommandFailed({ message: `The service refuses it: ${error.text}` })
  if (!HttpClientError.isHttpClientError(error)) {
    return yield* unknownService(url)
  }
  const { response } = error
  if (response === undefined) return yield* unreachable(url, error)
  return yield* refusal(yield* Effect.orElseSucceed(response.json, () => undefined), response.status)
})

// our choice: every call takes a second or less, unless the service is in trouble.
const patience = Duration.minutes(1)

const silent = (url: string) =>
  new ServiceUnavailable({ message: `The service at ${url} has not answered within ${Duration.format(patience)}` })

/** The same call, with failures that say what is wrong. A failure that a command has already put into words stays as it is. */
export const explained =
  (url: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, CommandFailed | ServiceUnavailable, R> =>
    call.pipe(
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(silent(url)) }),
      Effect.catch((error) =>
        error instanceof CommandFailed || error instanceof ServiceUnavailable ? Effect.fail(error) : inWords(error, url)
      )
    )
