/** Who may call the webhook API (Seller Webhooks Service, Authentication, rule 1). */
import { assert, describe, it } from "@effect/vitest"
import { type Access, type Caller, refusal } from "../../src/access/Access.ts"
import { accessRules } from "../../src/access/accessRules.ts"
import { Category } from "../../src/access/Category.ts"
import { owner } from "../fixtures.ts"

const caller = (change: Partial<Caller> = {}): Caller => ({
  owner: owner(),
  tokenId: "one",
  tokenType: "base",
  categories: [],
  readOnly: false,
  ...change
})

const statistics: Access = { tokenTypes: ["base"], category: "statistics" }

describe("Access", () => {
  describe.each(["service", "base"] as const)("of a %s token to the webhook API", (tokenType) => {
    it("is granted without any category", () => {
      assert.isUndefined(refusal(accessRules.webhooks, caller({ tokenType })))
    })

    it("is granted to a read-only token", () => {
      assert.isUndefined(refusal(accessRules.webhooks, caller({ tokenType, readOnly: true })))
    })

    it.each(Category.literals)("is granted with the category %s", (category) => {
      assert.isUndefined(refusal(accessRules.webhooks, caller({ tokenType, categories: [category] })))
    })

    it("is granted in the sandbox", () => {
      assert.isUndefined(refusal(accessRules.webhooks, caller({ tokenType, owner: owner(undefined, true) })))
    })
  })

  it("is refused to a personal token, whatever its categories", () => {
    const refused = refusal(accessRules.webhooks, caller({ tokenType: "personal", categories: Category.literals }))
    assert.strictEqual(refused, "A personal token may not call this operation; it takes a service or base token")
  })

  it("is refused to a token without the category that the operation needs", () => {
    const refused = refusal(statistics, caller({ categories: ["content", "analytics"] }))
    assert.strictEqual(refused, "The token lacks the category statistics")
  })

  it("is granted to a token with the category that the operation needs", () => {
    assert.isUndefined(refusal(statistics, caller({ categories: ["content", "statistics"] })))
  })

  it("is refused to a token of another type although it has the category", () => {
    assert.isDefined(refusal(statistics, caller({ tokenType: "service", categories: ["statistics"] })))
  })
})
