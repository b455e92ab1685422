/** Secrets are compared as a whole. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isSameText, makeIsSameText } from "../../src/access/isSameText.ts"

describe("comparing secrets", () => {
  const secret = "key-é-😀"

  for (const [title, text] of [
    ["its beginning", "key-é"],
    ["nothing", ""],
    ["a longer text", `${secret}a`],
    ["a longer text whose next character takes several bytes", `${secret}€`],
    ["another text of the same length", "key-è-😀"]
  ] as const) {
    it(`does not take ${title} for the secret`, () => {
      assert.isFalse(isSameText(text, secret))
      assert.isFalse(makeIsSameText(secret)(text))
    })
  }

  it("knows the secret again after other texts", () => {
    const isSecret = makeIsSameText(secret)
    for (const text of ["", `${secret}${secret}`, "k"]) assert.isFalse(isSecret(text))
    assert.isTrue(isSecret(secret))
  })

  it.prop("is the same with a secret that is prepared", [Schema.String, Schema.String], ([left, right]) => {
    for (const text of [left, right]) assert.strictEqual(makeIsSameText(right)(text), isSameText(text, right))
  })
})
