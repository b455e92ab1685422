/** Rows that are sent in a call each, several at a time. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { sendEach } from "../src/cli/imports/sendEach.ts"

it.effect("of rows with the same name the later one is sent last, and others do not wait for it", () =>
  Effect.gen(function* () {
    const first = yield* Deferred.make<void>()
    const sent: Array<string> = []
    const put = (name: string, body: string) =>
      Effect.gen(function* () {
        if (body.includes("slow")) yield* Deferred.await(first)
        sent.push(`${name} ${JSON.parse(body).is}`)
        return { status: 204, body: undefined }
      })
    const rows = [
      { advertId: 1, is: "slow" },
      { advertId: 2, is: "quick" },
      { advertId: 1, is: "later" }
    ].map((row, index) => ({ line: index + 1, text: JSON.stringify(row) }))
    const sending = yield* Effect.forkChild(sendEach(put, "advertId", rows), { startImmediately: true })
    assert.deepStrictEqual(sent, ["2 quick"])
    yield* Deferred.succeed(first, undefined)
    assert.deepInclude(yield* Fiber.join(sending), { accepted: 3, refused: [] })
    assert.deepStrictEqual(sent, ["2 quick", "1 slow", "1 later"])
  })
)
