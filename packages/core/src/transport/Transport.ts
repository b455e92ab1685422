/** Port: sends one POST to a receiver and says what came back. */
import { Cause, Context, Duration, Effect, Schema } from "effect"

/**
 * The receiver must answer within 10 seconds (Seller Webhooks Service, Delivery rules, rule 1). Counted from the start
 * of the request to the answer's headers; an answer after exactly 10 seconds is in time.
 */
export const answerWithin = Duration.seconds(10)

// our choice: how much of an answer's body is read, so that its connection can be used again; the content is ignored.
export const largestAnswerRead = 16 * 1024

/** The user agent of every request. */
export const userAgent = "Sellerkit-Webhooks/1"

export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The status of an answer: three digits, from 100 on. */
// undici takes no status of more digits or below 100, and leaves out those below 200; workerd takes an interim status for the
// answer.
export const ReplyStatus = Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))

export interface Reply {
  readonly status: number
  /** The answer's `Retry-After`, as it came. */
  readonly retryAfter?: string
}

/** What is wrong with a status. Only 200 is success (Seller Webhooks Service, Delivery rules, rule 1). */
export const unacceptedStatus = ({ status }: Reply): string | undefined =>
  status === 200 ? undefined : `The receiver answered ${status} instead of 200`

/** Why no answer came, and the text that delivery history shows for it. */
export const failureTexts = {
  timeout: `No answer within ${Duration.toSeconds(answerWithin)} seconds`,
  refused: "The connection was refused",
  reset: "The connection was closed before the answer was complete",
  // Where the platform does not tell the two apart.
  lost: "The connection was refused or lost",
  nameNotFound: "The host name could not be resolved",
  unreachable: "The host could not be reached",
  tls: "The TLS connection could not be established",
  addressRefused: "The address may not be called",
  protocol: "The answer was not valid HTTP",
  secret: "The webhook's secret could not be opened",
  other: "The request failed"
} as const

export class TransportFailure extends Schema.TaggedError<TransportFailure>()("TransportFailure", {
  kind: Schema.Literals(Object.keys(failureTexts) as ReadonlyArray<keyof typeof failureTexts>),
  /** Adds to the text: which certificate problem, which kind of address. Never a part of the answer. */
  detail: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return this.detail === undefined ? failureTexts[this.kind] : `${failureTexts[this.kind]}: ${this.detail}`
  }
}

export class Transport extends Context.Service<
  Transport,
  {
    /**
     * What `AddressGuard` is asked about: the address that a connection is made to, or only the host as the URL names it. With
     * the host alone, the platform decides where a name leads.
     */
    readonly judges: "address" | "host"
    /**
     * Fails unless an answer's headers come in time. Redirects are not followed: they are answers. Hosts that
     * `AddressGuard` refuses are not called, and where the sender makes the connection itself, neither are addresses.
     */
    post(request: PostRequest): Effect.Effect<Reply, TransportFailure>
  }
>()("@sellerkit/core/transport/Transport") {}

const notSent = new TransportFailure({ kind: "other", detail: "the request could not be sent" })

/**
 * Turns everything that is thrown while a request is prepared, sent or answered into a failure like any other. It is logged, with
 * `about`.
 */
export const orNotSent = <A, E, R>(
  request: Effect.Effect<A, E, R>,
  about: Readonly<Record<string, string>>
): Effect.Effect<A, E | TransportFailure, R> =>
  Effect.catchDefect(request, (defect) =>
    Effect.logError("A request could not be sent", Cause.die(defect)).pipe(
      Effect.annotateLogs(about),
      Effect.andThen(Effect.fail(notSent))
    )
  )
