/** `sellerkit listen`: a receiver to try things with. It checks what arrives, prints it, and can be told to misbehave. */
import { secretPrefix } from "@sellerkit/core"
import { sign } from "@sellerkit/core/delivery"
import { NodeCrypto, NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpIncomingMessage, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { isSameText } from "../../isSameText.ts"
import { cannotListen } from "../process/cannotListen.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { json, print } from "../output/Output.ts"
import { Notification, showSeen } from "./Seen.ts"
import { withDefault } from "../flags/withDefault.ts"

interface Behaviour {
  readonly json: boolean
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

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))
const Status = Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))
const Delay = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const host = "127.0.0.1"

export const listen = Command.make(
  "listen",
  {
    json,
    port: Flag.Int("port").pipe(
      Flag.filter(Schema.is(Port), () => "Expected a port from 0 to 65535"),
      withDefault("The port to listen on", 9000)
    ),
    secret: Flag.Redacted("secret").pipe(
      Flag.withDescription(`The webhook's secret (${secretPrefix}…), to check notifications with`),
      Flag.optional
    ),
    status: Flag.Int("status").pipe(
      Flag.filter(Schema.is(Status), () => "Expected a status from 200 to 599"),
      withDefault("The status to answer with; everything but 200 is a failure", 200)
    ),
    delay: Flag.Int("delay").pipe(
      Flag.filter(Schema.is(Delay), () => "Expected 0 or more milliseconds"),
      withDefault("Milliseconds to wait before answering", 0)
    ),
    hang: Flag.Boolean("hang").pipe(Flag.withDescription("Never answer"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ port, ...behaviour }) {
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
).pipe(
  Command.withDescription("Run a local receiver that checks and prints each notification"),
  Command.withExamples([
    { command: "sellerkit listen --secret whsec_…", description: "Check the secret and the signature" },
    { command: "sellerkit listen --status 500", description: "Answer with failures" },
    { command: "sellerkit listen --hang", description: "Never answer" }
  ])
)
