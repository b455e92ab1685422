import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { propertyRuns } from "@sellerkit/testing"
import { eventReader } from "../src/app/api/eventReader.ts"

const eventOf = (data: string): string =>
  `event: message\n${data
    .split("\n")
    .map((line) => `data: ${line}`)
    .join("\n")}\n\n`

describe("events that the server sends", () => {
  it.effect.prop(
    "are read whole and in order, however the text is cut into pieces, and comments say nothing",
    [
      Schema.Array(Schema.String.check(Schema.isPattern(/^[^\r]*$/u))),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))
    ],
    ([sent, length]) =>
      Effect.sync(() => {
        const text = sent.map((data) => `: nothing new\n\n${eventOf(data)}`).join("")
        const read: Array<string> = []
        const take = eventReader((data) => read.push(...data))
        for (let at = 0; at < text.length; at += length) take(text.slice(at, at + length))
        assert.deepStrictEqual(read, sent)
      }),
    { arbitrary: propertyRuns(100, 10) }
  )
})
