/** The four event types of Seller Webhooks Service (Events, Event types), and our own of campaigns. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type EventCatalog, publishedCatalog } from "../../src/catalog/Catalog.ts"
import type { EventType } from "../../src/catalog/EventType.ts"
import { accepts } from "../fixtures.ts"

const catalog: EventCatalog = publishedCatalog

const types: ReadonlyArray<EventType> = catalog.scopes.flatMap(({ eventTypes }) => eventTypes)

const payloadOf = (scope: string, type: string): EventType["payload"] => catalog.find(scope, type)!.eventType.payload

const without = (example: object, field: string) =>
  Object.fromEntries(Object.entries(example).filter(([key]) => key !== field))

describe("published event types", () => {
  it("are the four of the document and those of campaigns, each in its scope with the category of its events", () => {
    const rows = catalog.scopes.flatMap(({ category, eventTypes, key }) =>
      eventTypes.map((type) => `${type.key} ${key} ${category}`)
    )
    assert.sameMembers(rows, [
      "report_generation_complete contentanalytics analytics",
      "card_creation_error content content",
      "card_changed content content",
      "feedback_updated questionsandfeedback feedbacksAndQuestions",
      "campaign_status_changed promotion promotion",
      "campaign_budget_exhausted promotion promotion",
      "campaign_declined promotion promotion",
      "campaign_removed promotion promotion"
    ])
  })

  it("and their scopes have names that people can read", () => {
    for (const { name } of [...catalog.scopes, ...types]) assert.match(name, /^[A-Z][a-z]+/)
  })

  describe.each(types.map((type) => [type.key, type] as const))("%s", (_key, { example, payload }) => {
    it("has an example that fits its own schema", () => {
      assert.isTrue(accepts(payload, example))
    })

    it("has an example that JSON can carry unchanged", () => {
      assert.deepStrictEqual(JSON.parse(JSON.stringify(example)), example)
    })

    it("lets further fields through", () => {
      assert.isTrue(accepts(payload, { ...example, addedLater: { anything: [1, null] } }))
    })

    it.each([null, [], "text", 7, {}])("refuses the payload %j", (value) => {
      assert.isFalse(accepts(payload, value))
    })
  })
})

describe("the payload of card_creation_error", () => {
  const payload = payloadOf("content", "card_creation_error")
  const example = {
    vendorCode: "shirt-blue-42",
    updateAt: "2026-01-15T09:30:00Z",
    subjectID: 192,
    translations: {
      en: { subject: "Shirts", errors: ["The barcode is used by another card"] },
      ru: { subject: "Рубашки", errors: [] },
      zh: { subject: "衬衫", errors: ["一", "二"] }
    }
  }

  it("is taken as the document specifies it", () => {
    assert.isTrue(accepts(payload, example))
  })

  it("is taken with no translations at all, because the document requires none", () => {
    assert.isTrue(accepts(payload, { ...example, translations: {} }))
  })

  it.each(["vendorCode", "updateAt", "subjectID", "translations"])("is refused without %s", (field) => {
    assert.isFalse(accepts(payload, without(example, field)))
  })

  it.each([
    { vendorCode: 42 },
    { vendorCode: null },
    { updateAt: "yesterday" },
    { updateAt: "2026-01-15T09:30:00" },
    { updateAt: 1_768_469_400 },
    { subjectID: 1.5 },
    { subjectID: "192" },
    { translations: [] },
    { translations: { en: "Shirts" } },
    { translations: { en: { subject: "Shirts" } } },
    { translations: { en: { errors: [] } } },
    { translations: { en: { subject: "Shirts", errors: "The barcode is used" } } },
    { translations: { en: { subject: "Shirts", errors: [7] } } },
    { translations: { en: { subject: null, errors: [] } } }
  ])("is refused with %j", (change) => {
    assert.isFalse(accepts(payload, { ...example, ...change }))
  })

  it("keeps a translation's further fields out of the way", () => {
    assert.isTrue(accepts(payload, { ...example, translations: { en: { subject: "", errors: [], more: 1 } } }))
  })
})

describe("payloads that are our design", () => {
  it.each(["stocks", "paidAcceptance", "paidStorage"])(
    "say that the report of the kind %s is finished, which the document names",
    (reportType) => {
      const report = { reportId: "one", reportType, generatedAt: "2026-01-15T09:30:00Z" }
      assert.isTrue(accepts(payloadOf("contentanalytics", "report_generation_complete"), report))
    }
  )

  it.each([0, 6, 4.5])(
    "refuse a feedback's valuation of %d, because there are one to five stars",
    (productValuation) => {
      const { example, payload } = catalog.find("questionsandfeedback", "feedback_updated")!.eventType
      assert.isFalse(accepts(payload, { ...example, productValuation }))
    }
  )

  it("write the example's times back as they were given", () => {
    const { example, payload } = catalog.find("content", "card_changed")!.eventType
    assert.deepStrictEqual(Schema.encodeSync(payload)(Schema.decodeUnknownSync(payload)(example)), example)
  })
})
