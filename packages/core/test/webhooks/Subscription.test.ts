/** Pairs of scope and event: unique, existing, and covered by the token (Authentication, rule 2). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { Category } from "../../src/access/Category.ts"
import { Catalog, EventCatalog, publishedCatalog } from "../../src/catalog/Catalog.ts"
import { eventScope, eventType } from "../../src/catalog/EventType.ts"
import { fieldProblems } from "../../src/validation/FieldProblem.ts"
import { ExistingSubscriptions, missingCategories, Subscriptions } from "../../src/webhooks/Subscription.ts"
import { accepts } from "../fixtures.ts"

const cardChanged = { scope: "content", event: "card_changed" }
const cardCreationError = { scope: "content", event: "card_creation_error" }
const feedbackUpdated = { scope: "questionsandfeedback", event: "feedback_updated" }
const reportComplete = { scope: "contentanalytics", event: "report_generation_complete" }

const decodeExisting = Schema.decodeUnknownEffect(ExistingSubscriptions, { errors: "all" })

const problemsOf = (subscriptions: ReadonlyArray<unknown>) =>
  Effect.map(Effect.result(decodeExisting(subscriptions)), (result) =>
    Result.isFailure(result) ? fieldProblems("subscriptions", result.failure.issue, subscriptions) : []
  )

describe("Subscriptions", () => {
  it("may be none", () => {
    assert.isTrue(accepts(Subscriptions, []))
  })

  it("may be several of one scope", () => {
    assert.isTrue(accepts(Subscriptions, [cardChanged, cardCreationError]))
  })

  it("are refused when the same pair is there twice", () => {
    assert.isFalse(accepts(Subscriptions, [cardChanged, feedbackUpdated, { ...cardChanged }]))
  })

  it("are refused when the same pair is there twice in another order of fields", () => {
    assert.isFalse(accepts(Subscriptions, [cardChanged, { event: "card_changed", scope: "content" }]))
  })

  it("are refused when the same pair is there twice, once with a further field", () => {
    assert.isFalse(accepts(Subscriptions, [cardChanged, { ...cardChanged, note: "again" }]))
  })

  it.each([[{}], [{ scope: "content" }], [{ event: "card_changed" }], ["content"], [null], [{ scope: 1, event: 2 }]])(
    "are refused with the element %j",
    (element) => assert.isFalse(accepts(Subscriptions, [element]))
  )
})

describe("subscriptions that a caller gives", () => {
  it.effect("are taken when every pair exists", () =>
    Effect.gen(function* () {
      const all = [cardChanged, cardCreationError, feedbackUpdated, reportComplete]
      assert.deepStrictEqual(yield* decodeExisting(all), all)
    })
  )

  it.effect.each([
    { scope: "content", event: "feedback_updated" },
    { scope: "questionsandfeedback", event: "card_changed" },
    { scope: "content", event: "" },
    { scope: "Content", event: "card_changed" },
    { scope: "card_changed", event: "content" }
  ])("are refused with the pair %j, which does not exist", (pair) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problemsOf([pair]), [
        {
          message: "Expected a scope and event that exist; GET /api/v1/event-scopes lists them",
          location: "subscriptions.0",
          value: pair
        }
      ])
    })
  )

  it.effect("are refused with every pair that does not exist, each with its place", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf([{ scope: "no", event: "no" }, cardChanged, { scope: "content", event: "no" }])
      assert.deepStrictEqual(
        problems.map(({ location }) => location),
        ["subscriptions.0", "subscriptions.2"]
      )
    })
  )

  it.effect("are refused when they are not unique", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* problemsOf([cardChanged, cardChanged])).map(({ location }) => location),
        ["subscriptions"]
      )
    })
  )

  it.effect("are looked up in the catalog of the installation", () => {
    const own = eventType({ key: "x", name: "X", payload: Schema.Struct({}), example: {} })
    const catalog = new EventCatalog([eventScope({ key: "own", name: "Own", category: "users", eventTypes: [own] })])
    return Effect.gen(function* () {
      const taken = yield* decodeExisting([{ scope: "own", event: "x" }])
      assert.deepStrictEqual(taken, [{ scope: "own", event: "x" }])
      assert.strictEqual((yield* problemsOf([cardChanged])).length, 1)
    }).pipe(Effect.provideService(Catalog, catalog))
  })
})

describe("missing categories", () => {
  const needed = [
    [cardChanged, "content"],
    [cardCreationError, "content"],
    [feedbackUpdated, "feedbacksAndQuestions"],
    [reportComplete, "analytics"]
  ] as const

  it.each(needed)("name for %j the category %s, and nothing else covers it", (subscription, category) => {
    const others = Category.literals.filter((other) => other !== category)
    assert.deepStrictEqual(missingCategories(publishedCatalog, [subscription], others), [{ subscription, category }])
  })

  it.each(needed)("are none for %j with the category %s alone", (subscription, category) => {
    assert.deepStrictEqual(missingCategories(publishedCatalog, [subscription], [category]), [])
  })

  it("name every subscription that is not covered", () => {
    const missing = missingCategories(
      publishedCatalog,
      [cardChanged, feedbackUpdated, cardCreationError],
      ["analytics"]
    )
    assert.deepStrictEqual(
      missing.map(({ subscription }) => subscription),
      [cardChanged, feedbackUpdated, cardCreationError]
    )
  })

  it("are none for a subscription to a type that has left the catalog", () => {
    assert.deepStrictEqual(missingCategories(publishedCatalog, [{ scope: "gone", event: "gone" }], []), [])
  })
})
