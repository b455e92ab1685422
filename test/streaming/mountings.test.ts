/** Answers of many rows over every mounting of Node.js: whole, with little memory, as fast as they are read, and compressed. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { rowOf, type RowsUsage } from "./rows.ts"

const mebibyte = 1024 * 1024

let servers: ChildProcess
let ports: Readonly<Record<string, number>>

beforeAll(async () => {
  servers = fork(join(import.meta.dirname, "rowsServers.ts"), {
    execArgv: ["--expose-gc"],
    // Failures are logged, and are a part of the tests.
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  ;[ports] = await once(servers, "message")
})
afterAll(() => servers.disconnect())

const tell = async (asked: "begin" | "usage"): Promise<RowsUsage> => {
  servers.send(asked)
  const [usage] = await once(servers, "message")
  return usage
}

const urlOf = (mounting: string, path: string): string => `http://127.0.0.1:${ports[mounting]}${path}`

const open = async (mounting: string, path: string, headers = {}): Promise<IncomingMessage> => {
  const [answer] = await once(get(urlOf(mounting, path), { headers: { ...headers, connection: "close" } }), "response")
  return answer
}

const bytesOf = async (answer: IncomingMessage): Promise<number> => {
  let bytes = 0
  for await (const piece of answer) bytes += piece.length
  return bytes
}

const rowBytes = (rows: number): number =>
  Array.from({ length: rows }, (_, row) => JSON.stringify(rowOf(row)).length + 1).reduce((sum, bytes) => sum + bytes, 1)

/** Once the answer goes on no more. */
const atRest = async (): Promise<RowsUsage> => {
  for (let before = await tell("usage"), same = 0; ;) {
    await setTimeout(100)
    const now = await tell("usage")
    same = now.read === before.read ? same + 1 : 0
    if (same === 5) return now
    before = now
  }
}

for (const mounting of ["express", "sandbox", "standalone"]) {
  describe(`rows over ${mounting}`, () => {
    it("take little memory, however many there are", async () => {
      // What is loaded once, and how large the heap becomes for any answer.
      await bytesOf(await open(mounting, "/some"))
      const before = await tell("begin")
      const bytes = await bytesOf(await open(mounting, "/many"))
      const { closed, largest, read } = await tell("usage")
      assert.deepStrictEqual([bytes, read, closed], [rowBytes(100_000), 100_000, 1])
      assert.isBelow((largest - before.now) / mebibyte, 50)
    })

    it("wait for a caller who reads nothing, and are closed when the caller leaves", async () => {
      await tell("begin")
      const answer = await open(mounting, "/many")
      answer.on("error", () => {})
      const stalled = await atRest()
      // What has left, and waits in the buffers of connections, are some megabytes.
      assert.deepStrictEqual([stalled.closed, stalled.read < 30_000], [0, true], String(stalled.read))
      answer.destroy()
      while ((await tell("usage")).closed === 0) await setTimeout(10)
      assert.isBelow((await tell("usage")).read, 40_000)
    })

    it.each(["gzip", "br", "zstd", "identity"])("are the same in %s", async (coding) => {
      const answer = await fetch(urlOf(mounting, "/some"), { headers: { "accept-encoding": coding } })
      assert.strictEqual(answer.headers.get("content-encoding"), coding === "identity" ? null : coding)
      assert.deepStrictEqual([answer.headers.get("etag"), answer.headers.get("vary")], ['W/"seven"', "accept-encoding"])
      assert.deepStrictEqual(
        await answer.json(),
        Array.from({ length: 5000 }, (_, row) => rowOf(row))
      )
    })

    it.each(["gzip", "identity"])("that break off do not look as if they were all, in %s", async (coding) => {
      const answer = await fetch(urlOf(mounting, "/broken"), { headers: { "accept-encoding": coding } })
      assert.strictEqual(answer.status, 200)
      const ended = await answer.text().then(
        () => "whole",
        () => "broken off"
      )
      assert.strictEqual(ended, "broken off")
    })

    it("are not sent to a caller who has them", async () => {
      await tell("begin")
      const answer = await fetch(urlOf(mounting, "/many"), { headers: { "if-none-match": '"seven"' } })
      assert.deepStrictEqual([answer.status, await answer.text(), (await tell("usage")).read], [304, "", 0])
    })
  })
}
