/**
 * Callers that `fetch` is not: one that goes on sending after it could have read its answer, and reads nothing before it has sent all;
 * and one that sends a body where none belongs.
 */
import { assert } from "@effect/vitest"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"

const piece = " ".repeat(64 * 1024)

const write = async (socket: Socket, bytes: string): Promise<void> => {
  if (!socket.write(bytes)) await once(socket, "drain")
}

/** How the answer begins. Rejects where the connection breaks off before that. */
const answerTo = async (
  origin: string,
  pieces: number,
  isAnnounced: boolean,
  headers: ReadonlyArray<string>
): Promise<string> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).pause()
  try {
    const length = isAnnounced ? `content-length: ${pieces * piece.length}` : "transfer-encoding: chunked"
    const head = ["POST /api/v1/webhooks HTTP/1.1", "host: seller.test", length, ...headers]
    await write(socket, `${head.join("\r\n")}\r\n\r\n`)
    for (let sent = 0; sent < pieces; sent++) {
      await write(socket, isAnnounced ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`)
      // Long enough for the connection to be closed meanwhile.
      await setTimeout(10)
    }
    if (!isAnnounced) await write(socket, "0\r\n\r\n")
    const [answer] = await once(socket.resume(), "data")
    return String(answer)
  } finally {
    socket.destroy()
  }
}

/** Whether it says beforehand how much it sends or not. */
export const assertLateReaderIsAnswered = async (origin: string, token: string): Promise<void> => {
  for (const isAnnounced of [true, false]) {
    const stranger = await answerTo(origin, 8, isAnnounced, [])
    assert.match(stranger, /^HTTP\/1\.1 401 /)
    // Twice the largest body that is taken.
    const seller = await answerTo(origin, 32, isAnnounced, [
      `authorization: ${token}`,
      "content-type: application/json"
    ])
    assert.match(seller, /^HTTP\/1\.1 413 /)
  }
}

/** Some clients announce a body with every request, of no bytes where there is none. */
export const assertReadsWithBodiesAreAnswered = async (origin: string, token: string): Promise<void> => {
  const { hostname, port } = new URL(origin)
  const ask = async (method: string, framing: string, body: string, headers: ReadonlyArray<string>) => {
    const socket = connect(Number(port), hostname)
    const head = [`${method} /api/v1/webhooks HTTP/1.1`, "host: seller.test", framing, ...headers]
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`)
    const [answer] = await once(socket, "data")
    socket.destroy()
    return String(answer).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)
  }
  for (const [framing, body] of [
    ["content-length: 0", ""],
    ["content-length: 2", "{}"],
    ["transfer-encoding: chunked", "0\r\n\r\n"],
    ["transfer-encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"]
  ] as const) {
    for (const method of ["GET", "HEAD"]) {
      const about = `${method} with ${framing}: ${body}`
      assert.strictEqual(await ask(method, framing, body, [`authorization: ${token}`]), "200", about)
      assert.strictEqual(await ask(method, framing, body, []), "401", about)
    }
  }
}
