/** The bits of a token's categories (contract, Authentication, `s` bits). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { categories, Category, fromBits, toBits } from "../../src/access/Category.ts"

// Written down from the published table, not from the code: value = 2 to the power of the position.
const publishedValues: Readonly<Record<string, number>> = {
  content: 2,
  analytics: 4,
  prices: 8,
  marketplace: 16,
  statistics: 32,
  promotion: 64,
  feedbacksAndQuestions: 128,
  buyersChat: 512,
  supplies: 1024,
  buyersReturns: 2048,
  documents: 4096,
  finance: 8192,
  users: 65536
}

const readOnlyValue = 1_073_741_824

const all = Category.literals

/** In the order of the table, as reading gives them. */
const inOrder = (granted: ReadonlyArray<Category>): ReadonlyArray<Category> =>
  all.filter((category) => granted.includes(category))

const anyCategories = Arbitrary.array(Arbitrary.schema(Category), { maxLength: 20 })

describe("Category", () => {
  it("has exactly the published categories", () => {
    assert.sameMembers([...all], Object.keys(publishedValues))
  })

  it.each(Object.entries(publishedValues))("writes %s as %i", (category, value) => {
    assert.strictEqual(toBits([category as Category], false), value)
  })

  it.each(Object.entries(publishedValues))("reads %s from %i", (category, value) => {
    assert.deepStrictEqual(fromBits(value), { categories: [category as Category], readOnly: false })
  })

  it("shows people a name for each category", () => {
    for (const category of all) assert.match(categories[category].name, /^[A-Z]/)
  })

  it("writes the read-only mark as bit 30", () => {
    assert.strictEqual(toBits([], true), readOnlyValue)
  })

  it("reads the read-only mark from bit 30", () => {
    assert.deepStrictEqual(fromBits(readOnlyValue), { categories: [], readOnly: true })
  })

  it("reads the published example of a read-only token for prices", () => {
    assert.deepStrictEqual(fromBits(1_073_741_832), { categories: ["prices"], readOnly: true })
  })

  it("reads no category and no mark from zero", () => {
    assert.deepStrictEqual(fromBits(0), { categories: [], readOnly: false })
  })

  it.each([0, 8, 14, 15, 17, 29, 31, 32, 52])("ignores bit %i, which it does not know", (bit) => {
    assert.deepStrictEqual(fromBits(2 ** bit + publishedValues["content"]!), {
      categories: ["content"],
      readOnly: false
    })
  })

  it("grants a category once however often it is given", () => {
    assert.strictEqual(toBits(["content", "content"], false), publishedValues["content"])
  })

  it.prop("reads back what it writes", [anyCategories, Schema.Boolean], ([granted, readOnly]) => {
    assert.deepStrictEqual(fromBits(toBits(granted, readOnly)), { categories: inOrder(granted), readOnly })
  })

  it.prop(
    "reads from any number only what writing it again keeps",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))],
    ([bits]) => {
      const read = fromBits(bits)
      assert.deepStrictEqual(fromBits(toBits(read.categories, read.readOnly)), read)
    }
  )
})
