/** Callers that take their time. */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { type AddressInfo, connect, Socket } from "node:net"
import { IncomingMessage, type ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { makeServer } from "../src/server.ts"
import { boundedResponse } from "../src/unreadAnswers.ts"

describe("the server", () => {
  it("gives up on callers that send or read slowly", () => {
    const { headersTimeout, keepAliveTimeout, requestTimeout, timeout } = makeServer()
    assert.deepStrictEqual([headersTimeout, requestTimeout, timeout], [15_000, 30_000, 60_000])
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

  it("sends head and body of an answer in one write, also where lengths are to be compared", async () => {
    let writes = 0
    const server = makeServer().listen(0, "127.0.0.1")
    server.on("request", ({ socket }, response) => {
      const write = socket.write.bind(socket) as (...chunk: ReadonlyArray<unknown>) => boolean
      socket.write = (...chunk: ReadonlyArray<unknown>) => {
        writes++
        return write(...chunk)
      }
      response.strictContentLength = true
      response.writeHead(200, { "content-length": 6 }).end("answer")
    })
    await once(server, "listening")
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    assert.strictEqual(await answer.text(), "answer")
    assert.strictEqual(writes, 1)
    server.closeAllConnections()
    server.close()
  })

  // Node gives requests with these headers to other listeners than the rest.
  const waysToAsk = [
    ["as usual", ""],
    ["who ask whether to go on", "expect: 100-continue\r\n"],
    ["who ask for another protocol", "connection: upgrade\r\nupgrade: other\r\n"]
  ] as const

  it.each(waysToAsk)("bounds what waits in memory for callers who do not read, %s", async (_name, header) => {
    const mebibyte = 1024 * 1024
    const answer = Buffer.alloc(16 * mebibyte)
    const answers: Array<ServerResponse> = []
    const server = makeServer(40 * mebibyte)
    const give = (_request: IncomingMessage, response: ServerResponse): void => void answers.push(response.end(answer))
    server.on("request", give).on("checkContinue", give)
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const silent = Array.from({ length: 6 }, () => {
      const socket = connect(port, "127.0.0.1").pause()
      socket.on("error", () => undefined)
      socket.write(`GET / HTTP/1.1\r\nhost: seller.test\r\n${header}\r\n`)
      return socket
    })
    while (answers.length < silent.length) await sleep(10)
    const read = await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer()
    assert.strictEqual(read.byteLength, answer.byteLength, "whoever reads is answered")
    const unread = answers.filter(({ destroyed, writableLength }) => !destroyed && writableLength > 0)
    assert.isAtLeast(unread.length, 2, "as many of those who do not read as fit")
    assert.isAtMost(
      unread.reduce((sum, { writableLength }) => sum + writableLength, 0),
      40 * mebibyte
    )
    for (const socket of silent) socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  it("looks at few of the answers that are open with each request, however many there are", () => {
    const Response = boundedResponse(1)
    const requests = 4000
    let looked = 0
    Object.defineProperty(Response.prototype, "writableFinished", {
      get: () => {
        looked++
        return false
      }
    })
    const request = new IncomingMessage(new Socket())
    const answers = Array.from({ length: requests }, () => new Response(request))
    assert.lengthOf(answers, requests)
    assert.isAbove(looked, requests)
    assert.isBelow(looked, 12 * requests)
  })
})
