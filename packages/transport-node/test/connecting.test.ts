/** A connection that does not come about is not waited for longer than a request. */
import { assert, it } from "@effect/vitest"
import { AddressPolicy, Transport } from "@sellerkit/core"
import { NodeTransport } from "@sellerkit/transport-node"
import { Effect, Fiber, Layer } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { vi } from "vitest"

const transport = NodeTransport.layer().pipe(
  Layer.provide(Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] }))
)

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
