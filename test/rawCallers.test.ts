/** Callers that send bytes instead of requests: they get an answer or nothing, and everybody else's service goes on. */
import { Category, JwtTokens, SellerId } from "@sellerkit/core"
import { serviceLayer } from "@sellerkit/standalone"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { once } from "node:events"
import { connect } from "node:net"
import { gzipSync } from "node:zlib"
import { setTimeout } from "node:timers/promises"
import { operatorKey, settings, tokenSecret } from "./fixtures/serviceSettings.ts"

const logged: Array<string> = []
const service = serviceLayer({ ...settings, database: { kind: "sqlite", file: ":memory:" } }).pipe(
  Layer.provide(NodeServices.layer),
  Layer.provideMerge(Logger.layer([Logger.make((options) => void logged.push(Logger.formatJson.log(options)))]))
)

describe("the service", () => {
  const runtime = ManagedRuntime.make(service)
  let port: number
  let token: string
  beforeAll(async () => {
    port = Number(new URL(await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))).port)
    const grant = {
      tokenId: crypto.randomUUID(),
      sellerId: SellerId.make(crypto.randomUUID()),
      type: "base",
      categories: Category.literals,
      readOnly: false,
      sandbox: false
    } as const
    token = Redacted.value(await runtime.runPromise(JwtTokens.issue(tokenSecret, grant, Duration.hours(1))))
  })
  afterAll(() => runtime.dispose())

  /** What comes back until the connection closes, or nothing more has come for a while. */
  const answerTo = async (bytes: string, hangUp = false): Promise<string> => {
    const socket = connect(port, "127.0.0.1")
    let answer = ""
    socket.on("error", () => {}).on("data", (chunk) => (answer += chunk.toString("latin1")))
    socket.write(bytes, "latin1")
    if (hangUp) setTimeout(20).then(() => socket.resetAndDestroy())
    await Promise.race([once(socket, "close"), setTimeout(1000)])
    socket.destroy()
    return answer
  }

  const head = (line: string, ...headers: ReadonlyArray<string>): string =>
    [line, "host: seller.test", "connection: close", ...headers].map((text) => `${text}\r\n`).join("") + "\r\n"

  const post = (...headers: ReadonlyArray<string>): string =>
    head("POST /api/v1/webhooks HTTP/1.1", "content-type: application/json", `authorization: ${token}`, ...headers)

  const withBody = (line: string, body: string, ...headers: ReadonlyArray<string>): string =>
    head(line, "content-type: application/json", `content-length: ${body.length}`, ...headers) + body

  const logIn = (target: string): string =>
    withBody(`POST ${target} HTTP/1.1`, JSON.stringify({ operatorKey }), "x-sellerkit-console: 1")

  const packed = (line: string, body: unknown): string =>
    withBody(
      line,
      gzipSync(JSON.stringify(body)).toString("latin1"),
      "content-encoding: gzip",
      `authorization: Bearer ${operatorKey}`
    )

  it.each<readonly [title: string, bytes: () => string, status: string]>([
    ["zeros", () => "\0\0\0\0\r\n\r\n", "400"],
    ["a method that there is not", () => head("FOO /api/v1/webhooks HTTP/1.1"), "400"],
    ["a path with a blank", () => head("GET /api/v1/web hooks HTTP/1.1"), "400"],
    ["a path with bytes that are no ASCII", () => head("GET /api/v1/webhooks/\xe9\xff HTTP/1.1"), "400"],
    ["a path without a slash", () => head("GET api/v1/webhooks HTTP/1.1"), "400"],
    ["a path of 20 KB", () => head(`GET /${"x".repeat(20_000)} HTTP/1.1`), "431"],
    ["headers of 20 KB", () => head("GET /api/v1/webhooks HTTP/1.1", `x: ${"x".repeat(20_000)}`), "431"],
    ["a length and chunks", () => `${post("content-length: 5", "transfer-encoding: chunked")}0\r\n\r\nG`, "400"],
    ["two lengths", () => `${post("content-length: 2", "content-length: 3")}{}`, "400"],
    ["an expectation that nobody meets", () => post("expect: magic", "content-length: 0"), "417"],
    ["another host's URL", () => head("GET http://evil.example/api/v1/webhooks HTTP/1.1"), "401"],
    ["a URL that is none", () => head("GET http://[/api/v1/webhooks HTTP/1.1"), "401"],
    [
      "another host's URL with a port that is none",
      () => head("DELETE http://a:99999/console/session HTTP/1.1", "x-sellerkit-console: 1"),
      "204"
    ],
    ["a host that cannot be decoded", () => logIn("http://%zz/console/session"), "200"],
    ["a packed body where none belongs", () => packed("GET /operator/v1/config HTTP/1.1", {}), "200"],
    [
      "a packed body for another host's URL with a port that is none",
      () => packed("POST http://a:99999/operator/v1/tokens HTTP/1.1", {}),
      "400"
    ],
    ["a path that begins like a host", () => head("GET //evil.example/api/v1/webhooks HTTP/1.1"), "404"],
    ["the server as a whole", () => head("OPTIONS * HTTP/1.1"), "404"],
    ["TRACE", () => head("TRACE /api/v1/webhooks HTTP/1.1"), "404"],
    ["HTTP/1.0", () => "GET /api/v1/webhooks HTTP/1.0\r\n\r\n", "401"],
    [
      "another protocol",
      () => head("GET /api/v1/webhooks HTTP/1.1", "connection: upgrade", "upgrade: websocket"),
      "401"
    ],
    [
      "two tokens",
      () => head("GET /api/v1/webhooks HTTP/1.1", `authorization: ${"a".repeat(20)}`, "authorization: b"),
      "401"
    ],
    ["a token that is no ASCII", () => head("GET /api/v1/webhooks HTTP/1.1", "authorization: \xff\xfe"), "401"],
    ["two hosts", () => head("GET /api/v1/webhooks HTTP/1.1", "host: other.test"), "401"],
    [
      "a query that cannot be decoded",
      () => head("GET /api/v1/webhooks?%zz=%ff&&&=&a HTTP/1.1", `authorization: ${token}`),
      "200"
    ]
  ])("answers %s", async (_title, bytes, status) => {
    assert.strictEqual(/^HTTP\/1\.1 (\d{3}) /.exec(await answerTo(bytes()))?.[1], status)
  })

  it.each<readonly [title: string, bytes: () => string, hangUp: boolean]>([
    [
      "a request to be connected elsewhere",
      () => "CONNECT receiver.example:80 HTTP/1.1\r\nhost: seller.test\r\n\r\n",
      false
    ],
    ["a body that breaks off", () => `${post("content-length: 100")}{`, true],
    ["chunks that break off", () => `${post("transfer-encoding: chunked")}5\r\n{`, true],
    ["a chunk whose size is no number", () => `${post("transfer-encoding: chunked")}zz\r\n`, false]
  ])("survives %s", async (_title, bytes, hangUp) => {
    assert.notMatch(await answerTo(bytes(), hangUp), /^HTTP\/1\.1 5/)
    const next = await answerTo(head("GET /api/v1/webhooks HTTP/1.1", `authorization: ${token}`))
    assert.match(next, /^HTTP\/1\.1 200 /, "the next caller")
  })

  it("has logged none of them as its own failure", () => {
    assert.deepStrictEqual(
      logged.filter((line) => line.includes("unexpectedly")),
      []
    )
  })
})
