/** Names a request, in its answer and in the log. */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { HttpServerRequest } from "effect/http"

// The caller's id is used when it is harmless to repeat in headers, bodies and logs.
const acceptableId = /^[\w.-]{1,128}$/

export const requestIdHeader = "x-request-id"

/** The caller's own id for the request, or a new one. */
export const requestIdOf = (
  random: SecureRandom.SecureRandom["Service"],
  { headers }: HttpServerRequest.HttpServerRequest
): Effect.Effect<string> => {
  const given = headers[requestIdHeader]
  return given !== undefined && acceptableId.test(given) ? Effect.succeed(given) : random.uuidV4()
}
