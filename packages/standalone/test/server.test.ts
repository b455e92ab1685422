/** Callers that take their time. */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { makeServer } from "../src/server.ts"

describe("the server", () => {
  it("gives up on callers that send slowly", () => {
    const { headersTimeout, keepAliveTimeout, requestTimeout } = makeServer()
    assert.deepStrictEqual([headersTimeout, requestTimeout], [15_000, 30_000])
    assert.isAbove(keepAliveTimeout, 60_000, "load balancers close first")
  })

  it("refuses requests with hundreds of headers", async () => {
    const server = makeServer().listen(0, "127.0.0.1")
    server.on("request", (_request, response) => response.end())
    await once(server, "listening")
    const statusWith = async (count: number): Promise<string> => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
      const headers = Array.from({ length: count }, (_, index) => `x-${index}: y\r\n`).join("")
      socket.write(`GET / HTTP/1.1\r\nhost: seller.test\r\n${headers}\r\n`)
      const [answer] = await once(socket, "data")
      socket.destroy()
      return String(answer).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)
    }
    assert.strictEqual(await statusWith(90), "200")
    assert.strictEqual(await statusWith(300), "431")
    server.close()
  })
})
