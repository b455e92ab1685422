/** A service that starts while its database does: it waits for it, and for nothing else. */
import { assert, describe, it } from "@effect/vitest"
import * as PgStorage from "@sellerkit/storage-pg"
import { Duration, Effect, Fiber, Logger, Redacted, type Scope } from "effect"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { vi } from "vitest"
import { freePort } from "../fixtures/freePort.ts"
import { postgresDatabase } from "../targets.ts"
import { startProcess } from "./processes.ts"

/** As a server says that it cannot be used, by its state and in words. */
const refusal = (state: string, words: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${words}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from("E"), length, fields])
}

const recovering = refusal("57P03", "the database system is starting up")

interface Gate {
  readonly url: string
  /** How many connections came. */
  readonly asked: () => number
}

/** In front of a server: refuses as many connections as are given. */
const makeGate = (server: string, refused: number, answer: Buffer, port = 0): Effect.Effect<Gate, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const sockets = new Set<Socket>()
        const { hostname, port: serverPort } = new URL(server)
        const counted = { asked: 0 }
        const listener = createServer((near) => {
          sockets.add(near)
          near.on("error", () => near.destroy())
          counted.asked += 1
          if (counted.asked <= refused) {
            near.once("data", () => near.end(answer))
            return
          }
          const far = connect(Number(serverPort), hostname)
          sockets.add(far)
          far.on("error", () => near.destroy())
          near.pipe(far).pipe(near)
        }).listen(port, "127.0.0.1")
        await once(listener, "listening")
        const url = new URL(server)
        url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
        const close = () => {
          listener.close()
          for (const socket of sockets) socket.destroy()
        }
        return { url: url.href, asked: () => counted.asked, close }
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ asked, url }) => ({ asked, url })
  )

const awaiting = (url: string, logged: Array<string>, within?: Duration.Duration) =>
  PgStorage.awaitServer({ url: Redacted.make(url), pooled: false }, within).pipe(
    Effect.provide(Logger.layer([Logger.make((entry) => void logged.push(Logger.formatJson.log(entry)))]))
  )

/** PGlite knows neither users nor a second connection. */
const test = (title: string, body: (url: string) => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.flatMap(postgresDatabase, ({ maxConnections, url }) =>
        maxConnections === undefined ? body(url) : Effect.void
      )
    )
  )

describe("a service that starts", () => {
  test("waits for a server that recovers, and says so once", (url) =>
    Effect.gen(function* () {
      // It tries after 100, 200 and 400 ms.
      const gate = yield* makeGate(url, 3, recovering)
      const process = yield* Effect.promise(() => startProcess("whole", gate.url))
      assert.deepStrictEqual(process.logged, ["The database takes no connections yet; it is asked again for 1m"])
      yield* Effect.promise(() =>
        vi.waitFor(async () => assert.strictEqual((await process.call("GET", "/health/ready")).status, 200))
      )
      yield* Effect.promise(() => process.stop())
    }))

  test("waits for a server that nobody has started yet", (url) =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const logged: Array<string> = []
      const waiting = yield* Effect.forkChild(awaiting(changedPort(url, port), logged))
      yield* Effect.promise(() => vi.waitFor(() => assert.lengthOf(logged, 1)))
      const { annotations, level } = JSON.parse(logged[0]!)
      assert.strictEqual(level, "WARN")
      assert.match(annotations.reason, /ECONNREFUSED/)
      assert.notInclude(logged[0]!, new URL(url).password)
      yield* makeGate(url, 0, recovering, port)
      yield* Fiber.join(waiting)
      assert.lengthOf(logged, 1)
    }))

  test("waits for a server that a proxy in front of it does not reach yet", (url) =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const gate = yield* makeGate(url, 3, Buffer.alloc(0))
      yield* awaiting(gate.url, logged)
      assert.strictEqual(gate.asked(), 4)
      assert.lengthOf(logged, 1)
    }))

  test("does not wait where waiting does not help", (url) =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const gate = yield* makeGate(url, 1, refusal("28P01", "password authentication failed"))
      yield* awaiting(gate.url, logged)
      const missing = new URL(url)
      missing.pathname = "/no_such_database"
      yield* awaiting(missing.href, logged)
      yield* awaiting("postgres://user@no-such-host.invalid/db", logged)
      assert.deepStrictEqual([gate.asked(), logged], [1, []])
    }))

  test("gives up after a while, so that whoever connects says what is wrong", (url) =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const gate = yield* makeGate(url, Number.POSITIVE_INFINITY, recovering)
      // It tries after 100 and 200 ms; a minute is the usual time.
      yield* awaiting(gate.url, logged, Duration.millis(400))
      assert.isAtLeast(gate.asked(), 2)
      assert.lengthOf(logged, 1)
    }))
})

const changedPort = (url: string, port: number): string => {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}
