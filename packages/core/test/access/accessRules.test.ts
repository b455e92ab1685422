/** Who may call what: each row of the table with every kind of token, against what the documents say. */
import { assert, describe, it } from "@effect/vitest"
import { type Caller, refusal, TokenType } from "../../src/access/Access.ts"
import { type AccessRuleName, accessRules } from "../../src/access/accessRules.ts"
import { Category } from "../../src/access/Category.ts"
import { owner } from "../fixtures.ts"

interface Row {
  readonly types: ReadonlyArray<TokenType>
  /** Each of them is enough; undefined: none is needed. */
  readonly categories?: ReadonlyArray<Category>
  readonly refusesReadOnly?: true
}

const all = ["personal", "service", "base"] as const

/** Seller Statistics Reports, Authentication; Seller Webhooks Service, Authentication; contract, Authentication. */
const documented: Readonly<Record<AccessRuleName, Row>> = {
  webhooks: { types: ["service", "base"] },
  promotionReads: { types: all, categories: ["promotion"] },
  promotionChanges: { types: all, categories: ["promotion"], refusesReadOnly: true },
  statisticsReports: { types: all, categories: ["statistics"] },
  currentStocks: { types: ["personal", "service"], categories: ["analytics"] },
  finance: { types: ["personal", "service"], categories: ["finance"] },
  sellerUsers: { types: ["personal"], categories: ["users"] },
  subscriptions: { types: ["service"] },
  sellerRating: { types: ["service"], categories: ["feedbacksAndQuestions"] },
  contentCards: { types: all, categories: ["content", "promotion"] },
  connection: { types: all }
}

const callers: ReadonlyArray<Caller> = [...TokenType.literals, null].flatMap((tokenType) =>
  [true, false].flatMap((readOnly) =>
    [[], ...Category.literals.map((category) => [category]), Category.literals].map((categories) => ({
      owner: owner(),
      tokenId: "one",
      tokenType,
      categories,
      readOnly
    }))
  )
)

const isLetIn = ({ categories: enough, refusesReadOnly, types }: Row, { categories, readOnly, tokenType }: Caller) =>
  (tokenType === null || types.includes(tokenType)) &&
  (enough === undefined || enough.some((category) => categories.includes(category))) &&
  !(refusesReadOnly && readOnly)

describe("access rules", () => {
  it.each(Object.entries(documented))("of %s let in whom the documents do, and nobody else", (name, row) => {
    const rule = accessRules[name as AccessRuleName]
    for (const caller of callers) {
      const { categories, readOnly, tokenType } = caller
      const kind = `${tokenType} token of ${categories.join(", ")}${readOnly ? ", read-only" : ""}`
      assert.strictEqual(refusal(rule, caller) === undefined, isLetIn(row, caller), kind)
    }
  })

  it("name both categories, where one of them is enough", () => {
    const [caller] = callers
    assert.strictEqual(
      refusal(accessRules.contentCards, { ...caller!, categories: ["users"] }),
      "The token lacks the category content or promotion"
    )
  })
})
