/** Requests that no program means to send, over a socket: none of them ends the process of the tests. */
import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { Sandbox } from "../src/index.ts"

it.each([
  ["a method that no request can have", "TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"],
  ["a path that is none", "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"]
])("%s is answered 400", async (_title, request) => {
  await using sandbox = await Sandbox.start()
  const socket = connect(Number(new URL(sandbox.baseUrl).port), "127.0.0.1")
  socket.write(request)
  assert.match(await text(socket), /^HTTP\/1.1 400 /)
})

it("a caller that breaks off in the middle of its body harms nobody", async () => {
  await using sandbox = await Sandbox.start()
  const socket = connect(Number(new URL(sandbox.baseUrl).port), "127.0.0.1")
  socket.write("POST /api/v1/webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nten bytes.")
  await once(socket, "connect")
  const broken: Array<unknown> = []
  const note = (cause: unknown): void => void broken.push(cause)
  process.on("unhandledRejection", note)
  socket.destroy()
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${sandbox.baseUrl}/ping`)))
  process.off("unhandledRejection", note)
  assert.deepStrictEqual([answers.map(({ status }) => status === 404), broken], [Array(5).fill(false), []])
})
