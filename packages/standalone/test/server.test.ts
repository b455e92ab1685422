/** Callers that take their time. */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { type AddressInfo, connect, type Socket } from "node:net"
import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { vi } from "vitest"
import { makeServer } from "../src/server/makeServer.ts"

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

  it("ends each connection with the answer that is under way when it stops, and refuses what comes later", async () => {
    const server = makeServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const asked: Array<ServerResponse> = []
    const ask = (_request: IncomingMessage, response: ServerResponse): void => void asked.push(response)
    server.on("request", ask)
    const accepted: Array<Socket> = []
    server.on("connection", (socket) => accepted.push(socket))
    const connected = () => connect((server.address() as AddressInfo).port, "127.0.0.1")
    const [busy, begun, late] = [connected(), connected(), connected()]
    late.write("GET / HTTP/1.1\r\nhost: seller.test\r\n")
    for (const socket of [busy, begun]) socket.write("GET / HTTP/1.1\r\nhost: seller.test\r\n\r\n")
    await vi.waitFor(() => {
      assert.deepStrictEqual([accepted.filter(({ bytesRead }) => bytesRead > 0).length, asked.length], [3, 2])
    })
    // One has its head before, as a report that is sent while it is read.
    asked[1]!.writeHead(200).write("begun")
    const closed = once(server, "close")
    server.close()
    server.off("request", ask)
    late.write("\r\n")
    asked[0]!.writeHead(200).end("answer")
    asked[1]!.end()
    const both = asked.map(({ req }) => [busy, begun].findIndex(({ localPort }) => localPort === req.socket.remotePort))
    assert.sameMembers(both, [0, 1])
    const answers = await Promise.all([[busy, begun][both[0]!]!, late].map((socket) => text(socket)))
    await closed
    assert.match(answers[0]!, /^HTTP\/1.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i)
    assert.match(answers[1]!, /^HTTP\/1.1 503 Service Unavailable\r\n(.*\r\n)*connection: close\r\n/i)
  })

  const mebibyte = 1024 * 1024
  // More than the system takes on its way to somebody who does not read.
  const page = Buffer.alloc(16 * mebibyte)
  const bound = 3 * page.byteLength

  /** A server that leaves the given bytes unread at most, and its answers. */
  const withServer = async (
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    use: (given: {
      /** Sends requests and reads nothing. */
      readonly ask: (...requests: ReadonlyArray<string>) => Socket
      readonly unread: () => number
      readonly answers: Array<ServerResponse>
      readonly url: string
    }) => Promise<void>
  ): Promise<void> => {
    const answers: Array<ServerResponse> = []
    const sockets: Array<Socket> = []
    const server = makeServer(bound)
    const give = (request: IncomingMessage, response: ServerResponse): void => {
      answers.push(response)
      answer(request, response)
    }
    server.on("request", give).on("checkContinue", give)
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    try {
      await use({
        ask: (...requests) => {
          const socket = connect(port, "127.0.0.1").pause()
          socket.on("error", () => undefined)
          socket.write(requests.join(""))
          sockets.push(socket)
          return socket
        },
        // Nothing is kept for a closed connection.
        unread: () =>
          answers
            .filter(({ req, writableEnded }) => writableEnded && !req.socket.destroyed)
            .reduce((sum, { writableLength }) => sum + writableLength, 0),
        answers,
        url: `http://127.0.0.1:${port}`
      })
    } finally {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    }
  }

  const get = (path: string, header = ""): string => `GET ${path} HTTP/1.1\r\nhost: seller.test\r\n${header}\r\n`

  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await sleep(10)
  }

  // Node gives requests with these headers to other listeners than the rest.
  const waysToAsk = [
    ["as usual", ""],
    ["who ask whether to go on", "expect: 100-continue\r\n"],
    ["who ask for another protocol", "connection: upgrade\r\nupgrade: other\r\n"]
  ] as const

  it.each(waysToAsk)("bounds what waits in memory for callers who do not read, %s", (_name, header) =>
    withServer(
      (_request, response) => response.end(page),
      async ({ answers, ask, unread, url }) => {
        for (let count = 0; count < 20; count++) ask(get("/", header))
        await until(() => answers.length === 20)
        const read = await (await fetch(url)).arrayBuffer()
        assert.strictEqual(read.byteLength, page.byteLength, "whoever reads is answered")
        assert.isAtLeast(unread(), bound / 2, "as many of those who do not read as fit")
        assert.isAtMost(unread(), bound + page.byteLength)
      }
    )
  )

  it("bounds it however many others wait for their answers", () =>
    withServer(
      ({ url }, response) => void (url === "/waits" || response.end(page)),
      async ({ answers, ask, unread }) => {
        for (let count = 0; count < 200; count++) ask(get("/waits"))
        await until(() => answers.length === 200)
        for (let count = 0; count < 20; count++) ask(get("/"))
        await until(() => answers.length === 220)
        assert.isAtMost(unread(), bound + page.byteLength)
      }
    ))

  it("bounds it for callers who ask for much on one connection, behind an answer that takes its time", () =>
    withServer(
      ({ url }, response) => void (url === "/waits" || response.end(page)),
      async ({ answers, ask, unread }) => {
        const socket = ask(get("/waits"), ...Array.from({ length: 20 }, () => get("/")))
        await until(() => answers.length > 5 && (answers.length === 21 || socket.destroyed || unread() === 0))
        assert.isAtMost(unread(), bound + page.byteLength)
      }
    ))

  it("bounds it for callers who are answered together, some time after they asked", () =>
    withServer(
      (_request, response) => void setTimeout(() => response.end(page), 100),
      async ({ answers, ask, unread }) => {
        for (let count = 0; count < 30; count++) ask(get("/"))
        await until(() => answers.length === 30)
        await until(() => answers.every(({ req, writableEnded }) => writableEnded || req.socket.destroyed))
        assert.isAtMost(unread(), bound + page.byteLength)
      }
    ))

  it("keeps nothing of answers whose callers have left", async () => {
    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as () => void
    const kept: Array<WeakRef<ServerResponse>> = []
    await withServer(
      (_request, response) => {
        kept.push(new WeakRef(response))
        response.end(page)
      },
      async ({ answers, ask, unread }) => {
        const callers = [ask(get("/")), ask(get("/"))]
        await until(() => answers.length === 2)
        assert.isAbove(unread(), 0)
        const closed = Promise.all(answers.map(({ req }) => new Promise((resolve) => req.socket.on("close", resolve))))
        for (const caller of callers) caller.destroy()
        await closed
        answers.length = 0
        await sleep(50)
        collect()
        assert.isEmpty(kept.filter((one) => one.deref() !== undefined))
      }
    )
  })
})
