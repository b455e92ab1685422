/** Names are resolved without the operating system's resolver, but not against it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { createSocket } from "node:dgram"
import { type LookupAddress, promises } from "node:dns"
import type { AddressInfo } from "node:net"
import { makeHostResolver, type ResolveHost } from "../src/HostResolver.ts"

/** Where no name server is. */
const closedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4").bind(0, "127.0.0.1", () => {
      const { port } = socket.address() as AddressInfo
      socket.close(() => resolve(port))
    })
  })

const resolveWithoutNameServers = async (): Promise<ResolveHost> =>
  makeHostResolver({ servers: [`127.0.0.1:${await closedPort()}`], lookUp: promises.lookup })

const addressesOf = (found: ReadonlyArray<LookupAddress>): ReadonlyArray<string> => found.map(({ address }) => address)

describe("without a name server", () => {
  // Not `localhost`, which is never asked for there.
  it.live("names of the hosts file are found", () =>
    Effect.gen(function* () {
      const resolveHost = yield* Effect.promise(resolveWithoutNameServers)
      const found = addressesOf(yield* resolveHost("LOCALHOST"))
      assert.isTrue(found.includes("127.0.0.1") || found.includes("::1"), found.join())
    })
  )

  it.live("other names are not", () =>
    Effect.gen(function* () {
      const resolveHost = yield* Effect.promise(resolveWithoutNameServers)
      assert.deepStrictEqual(yield* resolveHost("receiver.invalid"), [])
    })
  )

  it.live("the operating system is not asked where only the given name servers count", () =>
    Effect.gen(function* () {
      const servers = [`127.0.0.1:${yield* Effect.promise(closedPort)}`]
      assert.deepStrictEqual(yield* makeHostResolver({ servers })("LOCALHOST"), [])
    })
  )

  it.live("no more than two names at a time are asked of the operating system", () =>
    Effect.gen(function* () {
      const answers: Array<() => void> = []
      const asked = (count: number) =>
        Effect.promise(async () => {
          while (answers.length < count) await new Promise(setImmediate)
        })
      const resolveHost = makeHostResolver({
        servers: [`127.0.0.1:${yield* Effect.promise(closedPort)}`],
        lookUp: () => new Promise((done) => answers.push(() => done([{ address: "192.0.2.1", family: 4 }])))
      })
      const first = yield* Effect.forkChild(resolveHost("slow-1.invalid"))
      const second = yield* Effect.forkChild(resolveHost("slow-2.invalid"))
      yield* asked(2)
      assert.deepStrictEqual(yield* resolveHost("third.invalid"), [])
      // Giving up frees nothing: the operating system goes on.
      yield* Fiber.interrupt(first)
      assert.deepStrictEqual(yield* resolveHost("third.invalid"), [])
      for (const answer of answers.splice(0)) answer()
      assert.deepStrictEqual(addressesOf(yield* Fiber.join(second)), ["192.0.2.1"])
      const next = yield* Effect.forkChild(resolveHost("next.invalid"))
      yield* asked(1)
      answers[0]!()
      assert.deepStrictEqual(addressesOf(yield* Fiber.join(next)), ["192.0.2.1"])
    })
  )

  it.live("one that cannot even be asked for is not found", () =>
    Effect.gen(function* () {
      const resolveHost = makeHostResolver({
        servers: [`127.0.0.1:${yield* Effect.promise(closedPort)}`],
        lookUp: () => {
          throw new Error("no threads")
        }
      })
      for (let turn = 0; turn < 3; turn++) assert.deepStrictEqual(yield* resolveHost("receiver.invalid"), [])
    })
  )
})
