/** `sellerkit listen`: a receiver to try things with. It checks what arrives, prints it, and can be told to misbehave. */
import { secretPrefix } from "@sellerkit/core"
import { sign } from "@sellerkit/core/delivery"
import { NodeCrypto, NodeHttpServer } from "@effect/platform-node"
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { Mac } from "effect/crypto"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { CommandFailed } from "./CommandFailed.ts"
import { json, type Paint, print } from "./Output.ts"

const Notification = Schema.fromJsonString(
  Schema.Struct({
    sellerId: Schema.String,
    requestId: Schema.String,
    events: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        idempotencyKey: Schema.String,
        time: Schema.String,
        type: Schema.String,
        scope: Schema.String,
        test: Schema.Boolean,
        payload: Schema.Unknown
      })
    )
  })
)

interface Behaviour {
  readonly json: boolean
  readonly secret: Option.Option<Redacted.Redacted>
  readonly status: number
  readonly delay: number
  readonly hang: boolean
}

const utf8 = new TextEncoder()

const isEqual = (left: string, right: string): boolean => Mac.timingSafeEqual(utf8.encode(left), utf8.encode(right))

// As Standard Webhooks recommends.
const oldestSignature = 5 * 60

/** Whether the secret and the signature are right; undefined where there is no secret to check with. */
const verify = Effect.fnUntraced(function* (
  secret: Option.Option<Redacted.Redacted>,
  headers: Readonly<Record<string, string | undefined>>,
  body: string
) {
  if (Option.isNone(secret)) return { secretRight: undefined, signatureRight: undefined }
  const id = headers["webhook-id"] ?? ""
  const timestamp = headers["webhook-timestamp"] ?? ""
  const expected = yield* sign(secret.value, { id, timestamp, body })
  const age = Math.abs((yield* Clock.currentTimeMillis) / 1000 - Number(timestamp))
  return {
    secretRight: isEqual(headers["authorization"] ?? "", Redacted.value(secret.value)),
    signatureRight: isEqual(headers["webhook-signature"] ?? "", expected) && age <= oldestSignature
  }
})

const mark = (right: boolean | undefined, paint: Paint): string =>
  right === undefined ? paint("dim", "not checked") : right ? paint("green", "right") : paint("red", "WRONG")

const receive = ({ delay, hang, json: asJson, secret, status }: Behaviour) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = yield* request.text
    const { secretRight, signatureRight } = yield* verify(secret, request.headers, body)
    const notification = Option.getOrUndefined(yield* Effect.option(Schema.decodeUnknownEffect(Notification)(body)))
    const answer = secretRight === false || signatureRight === false ? 401 : status
    const seen = { answer: hang ? "none" : answer, secretRight, signatureRight, notification: notification ?? body }
    yield* print(asJson, seen, (_, paint) => {
      const checks = `secret ${mark(secretRight, paint)}, signature ${mark(signatureRight, paint)}`
      const first = `${paint("bold", request.method)} ${notification?.requestId ?? "no notification"}  ${checks}  → ${seen.answer}`
      const events = (notification?.events ?? []).map(({ id, payload, scope, test, type }) =>
        [`  ${paint("cyan", `${scope}/${type}`)} ${id}${test ? " (test)" : ""}`, `    ${JSON.stringify(payload)}`].join(
          "\n"
        )
      )
      return [first, ...events].join("\n")
    })
    if (hang) return yield* Effect.never
    yield* Effect.sleep(delay)
    return HttpServerResponse.text("", { status: answer })
  })

const announce = (behaviour: Behaviour) =>
  HttpServer.addressFormattedWith((listening) =>
    print(behaviour.json, { listening }, (_, paint) =>
      Option.isNone(behaviour.secret)
        ? `${paint("bold", "Listening")} at ${listening}/ (Ctrl-C ends). Give --secret to check what arrives.`
        : `${paint("bold", "Listening")} at ${listening}/ (Ctrl-C ends).`
    )
  )

export const listen = Command.make(
  "listen",
  {
    json,
    port: Flag.Int("port").pipe(Flag.withDescription("The port to listen on"), Flag.withDefault(9000)),
    secret: Flag.Redacted("secret").pipe(
      Flag.withDescription(`The webhook's secret (${secretPrefix}…), to check notifications with`),
      Flag.optional
    ),
    status: Flag.Int("status").pipe(
      Flag.withDescription("The status to answer with; everything but 200 is a failure"),
      Flag.withDefault(200)
    ),
    delay: Flag.Int("delay").pipe(Flag.withDescription("Milliseconds to wait before answering"), Flag.withDefault(0)),
    hang: Flag.Boolean("hang").pipe(Flag.withDescription("Never answer"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ port, ...behaviour }) {
    const routes = HttpRouter.add("*", "/*", receive(behaviour))
    const server = NodeHttpServer.layer(() => createServer(), { port, host: "127.0.0.1", gracefulShutdownTimeout: 0 })
    yield* HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.merge(Layer.effectDiscard(announce(behaviour))),
      Layer.provide(server),
      Layer.provide(NodeCrypto.layerMac),
      Layer.launch,
      Effect.catchTag("ServeError", () =>
        Effect.fail(new CommandFailed({ message: `Port ${port} is in use; choose another with --port` }))
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
