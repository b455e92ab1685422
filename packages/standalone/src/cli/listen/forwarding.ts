/** Hands a notification on to an app of the user, as it came. */
import { answerWithin, failureOf } from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, HttpServerResponse } from "effect/http"

/** Headers of one connection, not of the message (RFC 9110, 7.6.1). The length is counted again. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

type Headers = Readonly<Record<string, string | undefined>>

const ofMessage = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string] => header[1] !== undefined && !ofConnection.has(header[0])
    )
  )

export interface Forwarded {
  readonly response: HttpServerResponse.HttpServerResponse
  /** Why the app gave no answer. */
  readonly appError?: string
}

// our choice: the service has long given up by then.
const patience = Duration.sum(answerWithin, Duration.seconds(20))

const noAnswer = (status: number, appError: string): Forwarded => ({
  response: HttpServerResponse.empty({ status }),
  appError
})

/** Sends the body byte for byte, with its headers. The app's answer is the answer. */
export const forward = (to: URL, headers: Headers, body: Uint8Array) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const request = HttpClientRequest.post(to).pipe(
      HttpClientRequest.setBody(HttpBody.uint8Array(body, headers["content-type"])),
      HttpClientRequest.setHeaders(ofMessage(headers))
    )
    const answer = yield* client.execute(request)
    return {
      response: HttpServerResponse.stream(answer.stream, {
        status: answer.status,
        headers: ofMessage(answer.headers)
      })
    } satisfies Forwarded as Forwarded
  }).pipe(
    // The app gets no headers that the service did not send.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.timeoutOption(patience),
    Effect.map(Option.getOrElse(() => noAnswer(504, `No answer within ${Duration.format(patience)}`))),
    Effect.catch((error) => Effect.succeed(noAnswer(502, failureOf(error).message)))
  )
