/** The six orders of a list of webhooks (Seller Webhooks Service, List webhooks). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import type { Webhook } from "../../src/webhooks/Webhook.ts"
import { defaultWebhookOrder, sortWebhooks, WebhookOrder } from "../../src/webhooks/WebhookOrder.ts"
import { accepts, at, uuid, webhook } from "../fixtures.ts"

const numbersOf = (webhooks: ReadonlyArray<Webhook>): ReadonlyArray<number> =>
  webhooks.map(({ id }) => Number.parseInt(id.slice(-12), 16))

const four = [
  webhook(3, { name: "beta", createdAt: at(2000), updatedAt: at(9000) }),
  webhook(1, { name: "gamma", createdAt: at(3000), updatedAt: at(7000) }),
  webhook(2, { name: "alpha", createdAt: at(2000), updatedAt: at(8000) }),
  webhook(4, { name: "beta", createdAt: at(1000), updatedAt: at(8000) })
]

const small = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })))

/** Lists in which most values occur several times, in any order. */
const anyWebhooks = Arbitrary.array(Arbitrary.all({ name: small, created: small, updated: small, at: small })).pipe(
  Arbitrary.map((rows) =>
    rows
      .map((row, index) => ({ ...row, index }))
      .toSorted((left, right) => left.at - right.at)
      .map(({ created, index, name, updated }) =>
        webhook(index, { name: `name ${name}`, createdAt: at(created), updatedAt: at(updated) })
      )
  )
)

const anyOrder = Arbitrary.schema(WebhookOrder)

const opposite = (order: WebhookOrder): WebhookOrder =>
  (order.endsWith("Asc") ? order.replace("Asc", "Desc") : order.replace("Desc", "Asc")) as WebhookOrder

describe("sortWebhooks", () => {
  it.each([
    ["nameAsc", [2, 3, 4, 1]],
    ["nameDesc", [1, 4, 3, 2]],
    ["createdAtAsc", [4, 2, 3, 1]],
    ["createdAtDesc", [1, 3, 2, 4]],
    ["updatedAtAsc", [1, 2, 4, 3]],
    ["updatedAtDesc", [3, 4, 2, 1]]
  ] as const)("sorts by %s", (order, numbers) => {
    assert.deepStrictEqual(numbersOf(sortWebhooks(four, order)), numbers)
  })

  it("knows the six orders of the document and no other", () => {
    assert.sameMembers(
      [...WebhookOrder.literals],
      ["nameAsc", "nameDesc", "createdAtAsc", "createdAtDesc", "updatedAtAsc", "updatedAtDesc"]
    )
    assert.isFalse(accepts(WebhookOrder, "NameAsc"))
  })

  it("sorts the oldest first when nobody asks for an order", () => {
    assert.strictEqual(defaultWebhookOrder, "createdAtAsc")
  })

  it("leaves the list it was given as it was", () => {
    const before = [...four]
    sortWebhooks(four, "nameAsc")
    assert.deepStrictEqual(four, before)
  })

  it.prop("makes each order the reverse of its opposite", [anyWebhooks, anyOrder], ([webhooks, order]) => {
    const forward = numbersOf(sortWebhooks(webhooks, order))
    const backward = numbersOf(sortWebhooks(webhooks, opposite(order)))
    assert.deepStrictEqual(backward, forward.toReversed())
  })

  it.prop("gives one order, in whatever order the webhooks come", [anyWebhooks, anyOrder], ([webhooks, order]) => {
    const sorted = numbersOf(sortWebhooks(webhooks, order))
    assert.deepStrictEqual(numbersOf(sortWebhooks(webhooks.toReversed(), order)), sorted)
  })

  it.prop("keeps every webhook, once", [anyWebhooks, anyOrder], ([webhooks, order]) => {
    const sorted = numbersOf(sortWebhooks(webhooks, order))
    assert.deepStrictEqual(
      sorted.toSorted((left, right) => left - right),
      webhooks.map((_, index) => index)
    )
  })

  it("falls back to the id where values are equal", () => {
    const equal = [3, 1, 2].map((number) => webhook(number, { name: "same" }))
    assert.deepStrictEqual(
      sortWebhooks(equal, "nameAsc").map(({ id }) => id as string),
      [uuid(1), uuid(2), uuid(3)]
    )
  })
})
