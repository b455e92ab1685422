/** What `sellerkit listen` shows to people. */
import { assert, describe, it } from "@effect/vitest"
import { showReceived } from "../src/cli/listen/ReceivedRequest.ts"

const plain = (_style: string, text: string): string => text

const event = {
  id: "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4",
  idempotencyKey: "k",
  time: "2026-01-15T09:30:00.125Z",
  type: "card_changed",
  scope: "content",
  test: false,
  payload: { title: "Рубашка 👕" } as unknown
}

const shown = (change: object = {}, requestId = "019845e1-682f-7b02-a706-3b2422d13aec"): string =>
  showReceived(
    {
      answer: 200,
      secretValid: true,
      signatureValid: false,
      notification: { sellerId: "s", requestId, events: [{ ...event, ...change }] }
    },
    plain
  )

// Sequences that clear the screen, set its title, or turn the direction of text round.
const harmful = [
  "\u001b[2J",
  "\u001b]0;gone\u0007",
  "\u009b2J",
  "\u202e",
  "\u2066",
  "a\r\nb",
  "a\u2028b",
  "\ud800",
  "\u007f"
]

describe("what listen shows", () => {
  it("is the request, the checks, and each event with its payload", () => {
    assert.strictEqual(
      shown({ test: true }),
      [
        "019845e1-682f-7b02-a706-3b2422d13aec  secret right, signature WRONG  → 200",
        "  content/card_changed 019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4 (test)",
        '    {"title":"Рубашка 👕"}'
      ].join("\n")
    )
  })

  it.each(harmful)("holds nothing of a notification that a terminal would obey: %j", (text) => {
    const texts = [
      shown({ type: text }),
      shown({ scope: text }),
      shown({ id: text }),
      shown({ payload: text }),
      shown({ payload: { [text]: text } }),
      shown({}, text)
    ]
    for (const one of texts) {
      assert.strictEqual(one.split("\n").length, 3)
      assert.notMatch(one.replaceAll("\n", ""), /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
    }
  })

  it("is little of what is no notification", () => {
    const answer = { answer: "none", secretValid: undefined, signatureValid: undefined } as const
    assert.strictEqual(
      showReceived({ ...answer, notification: "\u001b[2J" }, plain),
      "No notification  secret not checked, signature not checked  → none"
    )
  })
})
