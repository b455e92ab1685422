/** Bodies of requests of Node.js. */
import { assert, describe, it } from "@effect/vitest"
import { PassThrough } from "node:stream"
import { readNodeBody } from "../../src/http/nodeBody.ts"

describe("a body of Node.js", () => {
  it("is read as it comes", async () => {
    const stream = new PassThrough()
    const read = readNodeBody(stream, 100)
    for (const piece of ["one ", "two"]) stream.write(piece)
    stream.end()
    assert.strictEqual(Buffer.from(await read).toString(), "one two")
  })

  it("is not waited for once its sender has gone", async () => {
    const stream = new PassThrough()
    stream.destroy()
    await new Promise(setImmediate)
    const failure = await readNodeBody(stream, 100).catch((error: Error) => error.message)
    assert.strictEqual(failure, "The connection was closed before the body had arrived")
  })
})
