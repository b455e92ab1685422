/** What a receiver may ask of a connection, and what not. */
import { assert, describe, it } from "@effect/vitest"
import { AddressPolicy, Transport } from "@sellerkit/core"
import { NodeTransport } from "@sellerkit/transport-node"
import { Effect, Layer } from "effect"
import { IpNetwork } from "effect/net"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { afterEach, beforeEach, vi } from "vitest"

const transport = NodeTransport.layer().pipe(
  Layer.provide(Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] }))
)

/** A receiver that answers every request with this text. */
const receiver = (answer: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly sockets: ReadonlySet<Socket>; readonly close: () => void }>(
      (resume) => {
        const sockets = new Set<Socket>()
        const server = createServer((socket) => {
          sockets.add(socket)
          socket.on("error", () => {})
          socket.on("close", () => sockets.delete(socket))
          // The body is the last of a request, and may come apart from its headers.
          socket.on("data", (chunk) => chunk.toString().endsWith("{}") && socket.write(answer))
        })
        const close = () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, sockets, close }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

const post = (url: string) =>
  Effect.flatMap(Transport, (sender) =>
    sender.post({ url, headers: { "content-type": "application/json" }, body: "{}" })
  )

const failure = (url: string) => Effect.map(Effect.flip(post(url)), ({ message }) => message)

// A connection can be used again some turns of the event loop after its answer.
const freed = Effect.promise(() => setTimeout(20))

const ok = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n"

describe("an idle connection", () => {
  // The timers of connections are not those of the Effect clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  it.live("is kept for ten seconds at most, however long the receiver would keep it", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(`${ok}keep-alive: timeout=3600\r\n\r\n`)
      assert.deepStrictEqual(yield* post(url), { status: 200 })
      const [socket] = sockets
      yield* freed
      vi.advanceTimersByTime(9000)
      assert.deepStrictEqual(yield* post(url), { status: 200 })
      assert.deepStrictEqual([...sockets], [socket], "the same connection")
      yield* freed
      const closed = once(socket!, "close")
      vi.advanceTimersByTime(10_000)
      yield* Effect.promise(() => closed)
      assert.strictEqual(sockets.size, 0)
    }).pipe(Effect.provide(transport))
  )
})

describe("informational answers", () => {
  const hints = (count: number): string => "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n".repeat(count)

  it.effect("may come before the answer", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(`${hints(3)}${ok}\r\n`)
      assert.deepStrictEqual(yield* post(url), { status: 200 })
    }).pipe(Effect.provide(transport))
  )

  it.effect("without an end are no answer", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(hints(5000))
      assert.strictEqual(yield* failure(url), "The answer was not valid HTTP")
    }).pipe(Effect.provide(transport))
  )
})

describe("the headers of an answer", () => {
  it.effect("may take 16 KiB", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(`${ok}x: ${"y".repeat(15_000)}\r\n\r\n`)
      assert.deepStrictEqual(yield* post(url), { status: 200 })
      const { url: larger } = yield* receiver(`${ok}x: ${"y".repeat(17_000)}\r\n\r\n`)
      assert.strictEqual(yield* failure(larger), "The answer was not valid HTTP")
    }).pipe(Effect.provide(transport))
  )

  it.live("cost not much more when they have no end than when they are as long as they may be", () =>
    Effect.gen(function* () {
      const line = "a:\r\n"
      const { url: longest } = yield* receiver(`${ok}connection: close\r\n${line.repeat(16_000)}\r\n`)
      const { url: endless } = yield* receiver(`HTTP/1.1 200 OK\r\n${line.repeat(100_000)}`)
      const costOf = Effect.fnUntraced(function* (url: string) {
        for (let warmUp = 0; warmUp < 3; warmUp++) yield* Effect.exit(post(url))
        const before = process.cpuUsage()
        for (let request = 0; request < 10; request++) yield* Effect.exit(post(url))
        const { system, user } = process.cpuUsage(before)
        return system + user
      })
      // Without the pieces it is forty times as much.
      assert.isBelow((yield* costOf(endless)) / (yield* costOf(longest)), 12)
    }).pipe(Effect.provide(transport))
  )
})
