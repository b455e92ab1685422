/** A connection that does not come about is not waited for longer than a request. */
import { assert, it } from "@effect/vitest"
import { AddressPolicy, Transport } from "@sellerkit/core"
import { NodeTransport } from "@sellerkit/transport-node"
import { Effect, Fiber, Layer } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import type { Readable } from "node:stream"
import { vi } from "vitest"

const transportWith = (options: NodeTransport.NodeTransportOptions) =>
  NodeTransport.layer(options).pipe(
    Layer.provide(Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] }))
  )
const transport = transportWith({})

/** A server that accepts connections and says nothing, not even a word of TLS. */
const silent = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const connection = once(server, "connection").then(([socket]) => socket as Socket)
    return { server, connection, port: (server.address() as AddressInfo).port }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

it.effect("it is given up soon after the request", () => {
  // Those of connections; the request's own deadline is by the Effect clock.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  return Effect.gen(function* () {
    const { connection, port } = yield* silent
    const sender = yield* Transport
    const request = yield* Effect.forkChild(
      Effect.flip(sender.post({ url: `https://127.0.0.1:${port}/`, headers: {}, body: "{}" }))
    )
    const socket = yield* Effect.promise(() => connection)
    yield* TestClock.adjust(10_001)
    assert.strictEqual((yield* Fiber.join(request)).message, "No answer within 10 seconds")
    const closed = once(socket.resume(), "close")
    vi.advanceTimersByTime(12_000)
    yield* Effect.promise(() => closed)
  }).pipe(Effect.provide(transport), Effect.ensuring(Effect.sync(() => vi.useRealTimers())))
})

const answering = `
  const answer = "HTTP/1.1 200 OK\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n"
  const server = require("node:net").createServer((socket) => {
    socket.on("error", () => {})
    socket.once("data", () => socket.end(answer))
  })
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port))
`

/** A server in a process that stands still, and has as many connections to accept as it may: who connects now has to try again. */
const stalled = Effect.acquireRelease(
  Effect.promise(async () => {
    const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, ["-e", answering], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [said] = (await once(child.stdout, "data")) as [Buffer]
    const port = Number(said.toString())
    child.kill("SIGSTOP")
    const waiting = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}))
    await once(waiting[0]!, "connect")
    return { child, port, waiting }
  }),
  ({ child, waiting }) =>
    Effect.sync(() => {
      for (const socket of waiting) socket.destroy()
      child.kill("SIGKILL")
    })
)

const twoAddresses = transportWith({
  // Nothing listens at the second one.
  resolveHost: () =>
    Effect.succeed([
      { address: "127.0.0.1", family: 4 },
      { address: "127.0.0.2", family: 4 }
    ])
})

it.live("an address that takes its time to connect is not given up for the next one", () =>
  Effect.gen(function* () {
    const { child, port } = yield* stalled
    const sender = yield* Transport
    const request = yield* Effect.forkChild(
      sender.post({ url: `http://receiver.example:${port}/`, headers: {}, body: "{}" })
    )
    yield* Effect.sleep("700 millis")
    child.kill("SIGCONT")
    assert.deepStrictEqual(yield* Fiber.join(request), { status: 200 })
  }).pipe(Effect.provide(twoAddresses))
)
