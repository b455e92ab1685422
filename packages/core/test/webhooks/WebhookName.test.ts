/** 3 to 60 characters (Seller Webhooks Service, Limits). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { WebhookName } from "../../src/webhooks/Webhook.ts"
import { accepts } from "../fixtures.ts"

const isAccepted = (name: unknown): boolean => accepts(WebhookName, name)

describe("WebhookName", () => {
  describe.each([
    ["a letter", "a"],
    ["a letter outside ASCII", "ж"],
    ["an emoji", "😀"]
  ])("made of %s", (_what, character) => {
    it.each([
      [2, false],
      [3, true],
      [60, true],
      [61, false]
    ])("at %i characters: accepted is %s", (length, accepted) => {
      assert.strictEqual(isAccepted(character.repeat(length)), accepted)
    })
  })

  it.prop(
    "is counted in characters, not in units or bytes",
    [Arbitrary.array(Arbitrary.schema(Schema.Literals(["a", "é", "字", "😀"])), { maxLength: 70 })],
    ([characters]) => {
      assert.strictEqual(isAccepted(characters.join("")), characters.length >= 3 && characters.length <= 60)
    }
  )

  it.each(["\u0000", "\t", "\n", "\r", "\u001b", "\u007f", "\u0085", "\u009f"])(
    "is refused with the control character %j",
    (character) => {
      assert.isFalse(isAccepted(`My${character}webhook`))
    }
  )

  it.each(["\ud83d", "\ude00", "\ude00\ud83d"])("is refused with the lone surrogate %j", (half) => {
    assert.isFalse(isAccepted(`My ${half} webhook`))
  })

  it.each(["Ünïcode ✓", "Моя витрина", "商店通知", "a b", '<b>"quoted"</b>', "👩‍👩‍👧", "\u202eabc"])("may be %s", (name) =>
    assert.isTrue(isAccepted(name))
  )

  it.each([undefined, null, 12345, ["abc"]])("is refused when it is no text: %j", (name) => {
    assert.isFalse(isAccepted(name))
  })
})
