/** Names a request, in its answer and in the log. */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"

// Taken over when it is harmless to repeat in headers, bodies and logs.
const acceptableId = /^[\w.-]{1,128}$/

/** The caller's own id for the request, or a new one. */
export const requestIdOf = (
  random: SecureRandom.SecureRandom["Service"],
  { headers }: HttpServerRequest.HttpServerRequest
): Effect.Effect<string> => {
  const given = headers["x-request-id"]
  return given !== undefined && acceptableId.test(given) ? Effect.succeed(given) : random.uuidV4()
}

/** Puts `X-Request-Id` on the answer, whatever it becomes. The last id that is set counts. */
export const setRequestIdHeader = (requestId: string) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "x-request-id", requestId))
  )
