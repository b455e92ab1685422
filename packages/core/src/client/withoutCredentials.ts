/**
 * What comes of a request, without its credentials. Programs print and report failures with all that they hold, and a failure holds its
 * request and its answer.
 */
import { Effect, Inspectable, Pipeable, Stream } from "effect"
import { HttpClientError, HttpClientRequest, HttpClientResponse, HttpIncomingMessage } from "effect/http"

type Answer = HttpClientResponse.HttpClientResponse
type Request = HttpClientRequest.HttpClientRequest

const bareRequest = (request: Request): Request => HttpClientRequest.removeHeader(request, "authorization")

const reasons = {
  DecodeError: HttpClientError.DecodeError,
  EmptyBodyError: HttpClientError.EmptyBodyError,
  EncodeError: HttpClientError.EncodeError,
  InvalidUrlError: HttpClientError.InvalidUrlError,
  StatusCodeError: HttpClientError.StatusCodeError,
  TransportError: HttpClientError.TransportError
}

const bareReason = (reason: HttpClientError.HttpClientErrorReason): HttpClientError.HttpClientErrorReason => {
  // A cause is not enumerable.
  const cause = reason.cause === undefined ? undefined : { cause: reason.cause }
  const bare = { ...cause, request: bareRequest(reason.request) }
  return "response" in reason
    ? new reasons[reason._tag]({ ...reason, ...bare, response: new BareAnswer(reason.response) })
    : new reasons[reason._tag]({ ...reason, ...bare })
}

const bareFailure = ({ reason }: HttpClientError.HttpClientError): HttpClientError.HttpClientError =>
  new HttpClientError.HttpClientError({ reason: bareReason(reason) })

/** The answer itself is a private field, which nothing sees that walks properties. */
class BareAnswer extends Inspectable.Class implements Answer {
  readonly [HttpIncomingMessage.TypeId] = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId] = HttpClientResponse.TypeId
  readonly request: Request
  readonly #answer: Answer

  constructor(answer: Answer) {
    super()
    this.request = bareRequest(answer.request)
    this.#answer = answer
  }

  get url() {
    return this.#answer.url
  }

  get status() {
    return this.#answer.status
  }

  get headers() {
    return this.#answer.headers
  }

  get cookies() {
    return this.#answer.cookies
  }

  get remoteAddress() {
    return this.#answer.remoteAddress
  }

  get arrayBuffer() {
    return Effect.mapError(this.#answer.arrayBuffer, bareFailure)
  }

  get text() {
    return Effect.mapError(this.#answer.text, bareFailure)
  }

  get json() {
    return Effect.mapError(this.#answer.json, bareFailure)
  }

  get formData() {
    return Effect.mapError(this.#answer.formData, bareFailure)
  }

  get urlParamsBody() {
    return Effect.mapError(this.#answer.urlParamsBody, bareFailure)
  }

  get stream() {
    return Stream.mapError(this.#answer.stream, bareFailure)
  }

  get upgrade() {
    return Effect.mapError(this.#answer.upgrade, bareFailure)
  }

  toJSON() {
    return HttpIncomingMessage.inspect(this, {
      _id: "HttpClientResponse",
      request: this.request.toJSON(),
      status: this.status
    })
  }

  pipe() {
    return Pipeable.pipeArguments(this, arguments)
  }
}

/** What came of a request that was sent with credentials. */
export const withoutCredentials = (
  sent: Effect.Effect<Answer, HttpClientError.HttpClientError>
): Effect.Effect<Answer, HttpClientError.HttpClientError> =>
  Effect.mapBoth(sent, { onSuccess: (answer) => new BareAnswer(answer), onFailure: bareFailure })
