/** What becomes of a request's body that its answer leaves. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { drainingBody } from "../src/gateway/drainingBody.ts"

const mebibyte = 1024 * 1024
const pieceBytes = mebibyte / 64

/** A body of so many pieces, and what was read of it. */
const sent = (pieces: number) => {
  const state = { bytes: 0, ended: false, cancelled: false }
  let left = pieces
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (left-- === 0) {
          state.ended = true
          return controller.close()
        }
        state.bytes += pieceBytes
        controller.enqueue(new Uint8Array(pieceBytes).fill(32))
      },
      cancel: () => void (state.cancelled = true)
    },
    { highWaterMark: 0 }
  )
  return { body, state }
}

const post = (body: BodyInit, headers: Record<string, string> = {}): Request =>
  new Request("https://seller.example/api/v1/webhooks", {
    method: "POST",
    headers,
    body,
    duplex: "half"
  } as RequestInit)

const refused = () => new Response(null, { status: 413 })

/** Reads so much, and then no more. */
const refuseAfter = (bytes: number) => async (request: Request) => {
  const reader = request.body!.getReader()
  for (let read = 0; read <= bytes;) read += (await reader.read()).value!.byteLength
  await reader.cancel()
  return refused()
}

describe("the body of a request", () => {
  afterEach(() => void vi.useRealTimers())

  it("is what was sent", async () => {
    const { body, state } = sent(64)
    const answered = await drainingBody(post(body, { "x-name": "value" }), async (request) => {
      assert.deepStrictEqual([request.method, request.headers.get("x-name")], ["POST", "value"])
      return new Response(await request.arrayBuffer())
    })
    assert.strictEqual((await answered.arrayBuffer()).byteLength, mebibyte)
    assert.isTrue(state.ended)
  })

  it("is read after the answer where it says that it is small, as far as the answer has left it", async () => {
    const small = () => post(new Uint8Array(100), { "content-length": "100" })
    const left = small()
    assert.strictEqual(
      (await drainingBody(left, async (request) => (assert.strictEqual(request, left), refused()))).status,
      413
    )
    assert.isTrue(left.bodyUsed)
    const answered = await drainingBody(small(), async (request) => new Response(await request.arrayBuffer()))
    assert.strictEqual((await answered.arrayBuffer()).byteLength, 100)
    const none = new Request("https://seller.example/api/v1/webhooks")
    await drainingBody(none, async (request) => (assert.strictEqual(request, none), refused()))
  })

  it("is read to its end before the answer is given, whether none of it was read or some", async () => {
    for (const answer of [async () => refused(), refuseAfter(0), refuseAfter(mebibyte)]) {
      const { body, state } = sent(128)
      const { status } = await drainingBody(post(body), answer)
      assert.deepStrictEqual([status, state], [413, { bytes: 2 * mebibyte, ended: true, cancelled: false }])
    }
  })

  it("is read on where its reader gave up while it waited for more", async () => {
    let send: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) })
    const answered = drainingBody(post(body), async (request) => {
      const reader = request.body!.getReader()
      void reader.read()
      await reader.cancel()
      return refused()
    })
    for (let piece = 0; piece < 3; piece++) send!.enqueue(new Uint8Array(1))
    send!.close()
    assert.strictEqual((await answered).status, 413)
  })

  it("is read no further when it is much too large", async () => {
    const { body, state } = sent(Infinity)
    assert.strictEqual((await drainingBody(post(body), refuseAfter(mebibyte))).status, 413)
    assert.isFalse(state.ended)
    assert.isBelow(state.bytes, 6 * mebibyte)
  })

  it("is not waited for any longer when it does not come", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
    let status: number | undefined
    const answered = drainingBody(post(body), async () => refused()).then((answer) => (status = answer.status))
    await vi.advanceTimersByTimeAsync(9999)
    assert.isUndefined(status)
    await vi.advanceTimersByTimeAsync(1)
    assert.strictEqual(await answered, 413)
  })

  it("may break off", async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("gone")) })
    assert.strictEqual((await drainingBody(post(body), async () => refused())).status, 413)
  })
})
