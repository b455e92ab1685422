/** Numbers and times as people read them. */
import { describe, expect, it } from "vitest"
import { english } from "../src/app/texts/english.ts"
import { russian } from "../src/app/texts/russian.ts"
import { instantOf, localOf } from "../src/app/view/time/instants.ts"
import { spanText } from "../src/app/view/time/spanText.ts"

describe("texts", () => {
  it("count in the forms of the language", () => {
    expect([1, 2].map(english.events.attempts)).toEqual(["1 attempt", "2 attempts"])
    expect([1, 2, 5, 21].map(russian.events.attempts)).toEqual(["1 попытка", "2 попытки", "5 попыток", "21 попытка"])
  })

  it("say how long something took in the largest unit that it fills", () => {
    expect([12, 1500, 90_000, 5_400_000, 172_800_000].map((span) => spanText(span, "en"))).toEqual([
      "12 ms",
      "1.5 sec",
      "1.5 min",
      "1.5 hr",
      "2 days"
    ])
    expect(spanText(-5, "en")).toBe("0 ms")
  })
})

describe("times that are entered", () => {
  it("are the same instant", () => {
    for (const instant of ["2026-01-31T12:00:00.000Z", "2026-07-01T23:59:59.000Z"]) {
      expect(instantOf(localOf(instant))).toBe(instant)
    }
  })

  it("are empty where there is none", () => {
    expect([localOf(""), localOf("x"), instantOf(""), instantOf("x")]).toEqual(["", "", "", ""])
  })
})
