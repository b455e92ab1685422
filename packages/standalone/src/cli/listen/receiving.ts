/** What a listener does with what arrives: checks it, answers it or hands it on, and prints it. */
import { ByteSize, Effect, Option, type Redacted, Schema } from "effect"
import { HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type AsJson, print } from "../output/Output.ts"
import { type Forwarded, forward } from "./forwarding.ts"
import { Notification, type ReceivedRequest, showReceived } from "./ReceivedRequest.ts"
import { verify } from "./verification.ts"

export interface Behaviour {
  readonly json: AsJson
  /** What to answer, unless an app does. */
  readonly status: number
  /** Milliseconds before the answer. */
  readonly delay: number
  /** Whether never to answer. */
  readonly hang: boolean
  /** The app that notifications are handed on to when they check out. */
  readonly forwardTo: Option.Option<URL>
}

// our choice: thirty times what a notification can be.
const largestBody = ByteSize.mebibytes(16)

const answerOf = (status: number): Forwarded => ({ response: HttpServerResponse.text("", { status }) })

/** `secret` is set once it is known. */
export const receive = Effect.fnUntraced(
  function* (
    { delay, forwardTo, hang, json, status }: Behaviour,
    secret: Effect.Effect<Option.Option<Redacted.Redacted>>
  ) {
    const { arrayBuffer, headers } = yield* HttpServerRequest.HttpServerRequest
    const body = new Uint8Array(yield* arrayBuffer)
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body)
    const checks = yield* verify(yield* secret, headers, text)
    const notification = yield* Effect.orElseSucceed(Schema.decodeUnknownEffect(Notification)(text), () => text)
    const tell = (received: Pick<ReceivedRequest, "answer" | "app" | "appError">) =>
      print(json, { ...received, ...checks, notification } satisfies ReceivedRequest as ReceivedRequest, showReceived)
    if (hang) return yield* Effect.andThen(tell({ answer: "none" }), Effect.never)
    const isValid = !Object.values(checks).includes(false)
    const app = isValid ? Option.getOrUndefined(forwardTo) : undefined
    const handedOn = app === undefined ? undefined : { app: `${app.origin}${app.pathname}` }
    const { appError, response } =
      app === undefined
        ? answerOf(isValid ? status : 401)
        : yield* Effect.onInterrupt(forward(app, headers, body), () =>
            tell({ answer: "none", ...handedOn, appError: "No answer before the request was given up" })
          )
    yield* tell({ answer: response.status, ...handedOn, ...(appError !== undefined && { appError }) })
    yield* Effect.sleep(delay)
    return response
  },
  Effect.provideService(HttpIncomingMessage.MaxBodySize, largestBody)
)
