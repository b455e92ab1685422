/** Names are resolved without the operating system's resolver, but not against it. */
import { assert, describe, it } from "@effect/vitest"
import { createSocket } from "node:dgram"
import type { AddressInfo } from "node:net"
import { makeHostResolver } from "../src/HostResolver.ts"

/** Where no name server is. */
const closedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4").bind(0, "127.0.0.1", () => {
      const { port } = socket.address() as AddressInfo
      socket.close(() => resolve(port))
    })
  })

const resolve = async (name: string): Promise<ReadonlyArray<string>> => {
  const resolveHost = makeHostResolver({ servers: [`127.0.0.1:${await closedPort()}`] })
  return new Promise((done, fail) =>
    resolveHost(name, (error, addresses) =>
      error === null ? done(addresses.map(({ address }) => address)) : fail(error)
    )
  )
}

describe("without a name server", () => {
  // Not `localhost`, which is never asked for there.
  it("names of the hosts file are found", async () => {
    const found = await resolve("LOCALHOST")
    assert.isTrue(found.includes("127.0.0.1") || found.includes("::1"), found.join())
  })

  it("other names fail", async () => {
    const failure = await resolve("receiver.invalid").catch((error: Error) => error)
    assert.instanceOf(failure, Error)
  })

  it("no more than two names at a time are asked of the operating system", async () => {
    const answers: Array<() => void> = []
    const resolveHost = makeHostResolver({
      servers: [`127.0.0.1:${await closedPort()}`],
      lookUp: (_hostname, _options, callback) =>
        void answers.push(() => callback(null, [{ address: "192.0.2.1", family: 4 }]))
    })
    const ask = (name: string) =>
      new Promise<string>((done) =>
        resolveHost(name, (error, found) => done(error === null ? found[0]!.address : "fails"))
      )
    const first = ask("slow-1.invalid")
    const second = ask("slow-2.invalid")
    while (answers.length < 2) await new Promise(setImmediate)
    assert.strictEqual(await ask("third.invalid"), "fails")
    for (const answer of answers.splice(0)) answer()
    assert.deepStrictEqual(await Promise.all([first, second]), ["192.0.2.1", "192.0.2.1"])
    const next = ask("next.invalid")
    while (answers.length < 1) await new Promise(setImmediate)
    answers[0]!()
    assert.strictEqual(await next, "192.0.2.1")
  })
})
