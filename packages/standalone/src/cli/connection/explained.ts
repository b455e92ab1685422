/** What went wrong in a call of a service, in words for people. */
import { Effect, Schema } from "effect"
import { HttpClientError } from "effect/http"
import { CommandFailed } from "../CommandFailed.ts"
import { ServiceUnavailable } from "./ServiceUnavailable.ts"

const Problem = Schema.Struct({
  title: Schema.String,
  detail: Schema.String,
  errors: Schema.Array(Schema.Struct({ location: Schema.String, message: Schema.String }))
})
const isProblem = Schema.is(Problem)

const explain = ({ detail, errors, title }: typeof Problem.Type): string => {
  // The detail may name every one of the errors as well.
  if (errors.length === 0) return detail
  return [`${title}:`, ...errors.map(({ location, message }) => `  ${location}: ${message}`)].join("\n")
}

export const unreachable = (url: string) =>
  new ServiceUnavailable({
    message: `No service answers at ${url}. Start one (npm start), or name another with --url.`
  })

export const unknownService = (url: string) =>
  new CommandFailed({ message: `What answers at ${url} is no service of this version` })

/** What an answer other than the one that was asked for says. */
export const refusal = (body: unknown, status: number) => {
  const message = isProblem(body) ? explain(body) : `The service answered ${status}`
  return status >= 500 ? new ServiceUnavailable({ message }) : new CommandFailed({ message })
}

const failureOf = Effect.fnUntraced(function* (error: unknown, url: string) {
  if (isProblem(error)) return yield* new CommandFailed({ message: explain(error) })
  if (!HttpClientError.isHttpClientError(error)) {
    return yield* unknownService(url)
  }
  const { response } = error
  if (response === undefined) return yield* unreachable(url)
  return yield* refusal(yield* Effect.orElseSucceed(response.json, () => undefined), response.status)
})

/** The same calls, with failures that say what is wrong: of those that a command has made already nothing is changed. */
export const explained =
  (url: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, CommandFailed | ServiceUnavailable, R> =>
    Effect.catch(call, (error) =>
      error instanceof CommandFailed || error instanceof ServiceUnavailable ? Effect.fail(error) : failureOf(error, url)
    )
