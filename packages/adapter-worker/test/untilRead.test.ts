/** How long an answer is read. */
import { assert, describe, it } from "@effect/vitest"
import { untilRead } from "../src/postgres/untilRead.ts"

const piece = new Uint8Array(1000)

/** So many pieces, and then `end`. */
const body = (pieces: number, end: (controller: ReadableStreamDefaultController) => void) => {
  let left = pieces
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    { pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : end(controller)) },
    { highWaterMark: 0 }
  )
}

/** Whether the promise has ended by now. */
const isOver = async (promise: Promise<void>): Promise<boolean> => {
  let over = false
  void promise.then(() => (over = true))
  await new Promise((resolve) => setImmediate(resolve))
  return over
}

describe("an answer", () => {
  it("that is whole is read at once", async () => {
    for (const whole of [
      new Response(null, { status: 204 }),
      new Response(piece, { headers: { "content-length": "1000" } })
    ]) {
      const { answer, ended } = untilRead(whole)
      assert.strictEqual(answer, whole)
      await ended
    }
  })

  it("that is sent while it is read is read when its last piece is", async () => {
    const given = new Response(
      body(3, (controller) => controller.close()),
      { status: 201, headers: { etag: '"a"' } }
    )
    const { answer, ended } = untilRead(given)
    assert.deepStrictEqual([answer.status, answer.headers.get("etag")], [201, '"a"'])
    const reader = answer.body!.getReader()
    for (let count = 0; count < 3; count++) {
      assert.isFalse(await isOver(ended))
      assert.deepStrictEqual((await reader.read()).value, piece)
    }
    assert.isTrue((await reader.read()).done)
    await ended
  })

  it("whose reader leaves is not read on", async () => {
    let isRead = true
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(piece),
      cancel: () => void (isRead = false)
    })
    const { answer, ended } = untilRead(new Response(endless))
    await answer.body!.cancel()
    await ended
    assert.isFalse(isRead)
  })

  it("that breaks off is broken off for its reader", async () => {
    const { answer, ended } = untilRead(new Response(body(1, (controller) => controller.error(new Error("gone")))))
    const failed = await answer.text().then(
      () => false,
      () => true
    )
    assert.isTrue(failed)
    await ended
  })
})
