/** A receiver to try things with. It checks what arrives, prints it, and can be told to misbehave. */
import { sign } from "@sellerkit/core/delivery"
import { NodeCrypto, NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { isSameText } from "../../isSameText.ts"
import { cannotListen } from "../process/cannotListen.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { type AsJson, print } from "../output/Output.ts"
import { Notification, showSeen } from "./Seen.ts"

interface Behaviour {
  readonly json: AsJson
  readonly secret: Option.Option<Redacted.Redacted>
  readonly status: number
  readonly delay: number
  readonly hang: boolean
}

// As Standard Webhooks recommends.
const oldestSignature = 5 * 60

/** Whether the secret and the signature are valid; undefined where there is no secret to check with. */
const verify = Effect.fnUntraced(function* (
  secret: Option.Option<Redacted.Redacted>,
  headers: Readonly<Record<string, string | undefined>>,
  body: string
) {
  if (Option.isNone(secret)) return { secretValid: undefined, signatureValid: undefined }
  const id = headers["webhook-id"] ?? ""
  const timestamp = headers["webhook-timestamp"] ?? ""
  const expected = yield* sign(secret.value, { id, timestamp, body })
  const age = Math.abs((yield* Clock.currentTimeMillis) / 1000 - Number(timestamp))
  return {
    secretValid: isSameText(headers["authorization"] ?? "", Redacted.value(secret.value)),
    signatureValid: isSameText(headers["webhook-signature"] ?? "", expected) && age <= oldestSignature
  }
})

// our choice: thirty times what a notification can be.
const largestBody = ByteSize.mebibytes(16)

const receive = Effect.fnUntraced(
  function* ({ delay, hang, json: asJson, secret, status }: Behaviour) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = yield* request.text
    const checks = yield* verify(secret, request.headers, body)
    const notification = yield* Effect.orElseSucceed(Schema.decodeUnknownEffect(Notification)(body), () => body)
    const answer = Object.values(checks).includes(false) ? 401 : status
    yield* print(asJson, { answer: hang ? "none" : answer, ...checks, notification }, showSeen)
    if (hang) return yield* Effect.never
    yield* Effect.sleep(delay)
    return HttpServerResponse.text("", { status: answer })
  },
  Effect.provideService(HttpIncomingMessage.MaxBodySize, largestBody)
)

const announce = (behaviour: Behaviour) =>
  HttpServer.addressFormattedWith((listening) =>
    print(behaviour.json, { listening }, (_, paint) =>
      Option.isNone(behaviour.secret)
        ? `${paint("bold", "Listening")} at ${listening}/ (Ctrl-C ends). Give --secret to check what arrives.`
        : `${paint("bold", "Listening")} at ${listening}/ (Ctrl-C ends).`
    )
  )

const host = "127.0.0.1"

interface Input extends Behaviour {
  readonly port: number
}

export const runListen = Effect.fn("listen")(function* ({ port, ...behaviour }: Input) {
  // Notifications are POSTed; anything else, such as a look whether it listens yet, is nothing to show.
  const routes = HttpRouter.add("POST", "/*", receive(behaviour))
  const server = NodeHttpServer.layer(() => createServer(), { port, host, gracefulShutdownTimeout: 0 })
  yield* HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.merge(Layer.effectDiscard(announce(behaviour))),
    Layer.provide(server),
    Layer.provide(NodeCrypto.layerMac),
    Layer.launch,
    Effect.catchTag("ServeError", ({ cause }) =>
      Effect.fail(new CommandFailed({ message: cannotListen(cause, { host, port }, "--port") }))
    )
  )
})
