/** What is thrown at any step of a request fails that request, as a defect that its caller sees, and nothing else. */
import { assert, describe, it } from "@effect/vitest"
import { AddressPolicy, Transport } from "@sellerkit/core"
import { NodeTransport, type ResolveHost } from "@sellerkit/transport-node"
import { Cause, Effect, Exit, Layer } from "effect"
import { IpNetwork } from "effect/net"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"

const bug = new Error("a bug")

const throwBug = (): never => {
  throw bug
}

const local: ResolveHost = () => Effect.succeed([{ address: "127.0.0.1", family: 4 }])

const transport = (resolveHost: ResolveHost = local) =>
  NodeTransport.layer({ resolveHost }).pipe(
    Layer.provide(Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] }))
  )

const receiver = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
    const server = createServer((_request, response) => response.end("ok"))
    const close = () => {
      server.closeAllConnections()
      server.close()
    }
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ url: `http://receiver.example:${port}/`, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const post = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Transport, (sender) => sender.post({ url, headers, body: "{}" }))

const defectOf = <A, E>(exit: Exit.Exit<A, E>): unknown =>
  Exit.isFailure(exit) && Cause.hasDies(exit.cause) ? Cause.squash(exit.cause) : exit

/** While `body` runs, `change` gets each new connection's socket as soon as the library has it. */
const withSockets = <A, E, R>(change: (socket: Socket) => void, body: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const seen = (message: unknown): void => change((message as { readonly socket: Socket }).socket)
      subscribe("undici:client:connected", seen)
      return seen
    }),
    () => body,
    (seen) => Effect.sync(() => unsubscribe("undici:client:connected", seen))
  )

/** Throws the first time that it happens. */
const throwingOn =
  (event: string) =>
  (socket: Socket): void => {
    socket.prependOnceListener(event, throwBug)
  }

describe("a defect", () => {
  it.live.each<readonly [step: string, resolveHost: ResolveHost]>([
    ["throws", throwBug],
    ["dies", () => Effect.die(bug)],
    ["gives no list", () => Effect.succeed(null as never)]
  ])("of what resolves names, which %s, fails the request", ([, resolveHost]) =>
    Effect.gen(function* () {
      const { url } = yield* receiver
      assert.strictEqual((yield* Effect.flip(post(url))).kind, "other")
    }).pipe(Effect.provide(transport(resolveHost)))
  )

  it.live.each(["readable", "end", "close", "drain", "error"])(
    "in a listener to %s of the socket fails the request or nothing",
    (event) =>
      Effect.gen(function* () {
        const { url } = yield* receiver
        const exit = yield* Effect.exit(withSockets(throwingOn(event), post(url)))
        // Where the answer was there before, it counts.
        if (event === "readable") assert.strictEqual(defectOf(exit), bug)
        else assert.deepStrictEqual(exit, Exit.succeed({ status: 200 }))
        assert.deepStrictEqual(yield* post(url), { status: 200 })
      }).pipe(Effect.provide(transport()))
  )

  it.live("while a socket is read fails the request", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver
      const broken = (socket: Socket): void => {
        const read = socket.read.bind(socket)
        // Without a size it is the library that reads, otherwise Node.js itself.
        socket.read = (size?: number) => (size === undefined ? throwBug() : read(size))
      }
      assert.strictEqual(defectOf(yield* Effect.exit(withSockets(broken, post(url)))), bug)
      assert.deepStrictEqual(yield* post(url), { status: 200 })
    }).pipe(Effect.provide(transport()))
  )

  it.live("while a socket is written to fails the request", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver
      const broken = (socket: Socket): void => {
        socket.write = throwBug
      }
      const exit = yield* Effect.exit(withSockets(broken, post(url)))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(yield* post(url), { status: 200 })
    }).pipe(Effect.provide(transport()))
  )

  it.live.each<readonly [what: string, url: string, headers: Readonly<Record<string, string>>]>([
    ["a URL that is none", "nowhere", {}],
    ["a header that no request may have", "http://receiver.example/", { "x y": "z" }],
    ["a header's value that no request may have", "http://receiver.example/", { x: "a\nb" }],
    ["a protocol that nobody speaks", "gopher://receiver.example/", {}]
  ])("that prepared %s fails the request", ([, url, headers]) =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isFailure(yield* Effect.exit(post(url, headers))))
    }).pipe(Effect.provide(transport()))
  )
})
