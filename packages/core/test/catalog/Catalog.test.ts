import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Catalog, EventCatalog, publishedCatalog } from "../../src/catalog/Catalog.ts"
import { eventScope, eventType } from "../../src/catalog/EventType.ts"

const type = (key: string) =>
  eventType({ key, name: `The event ${key}`, payload: Schema.Struct({ id: Schema.String }), example: { id: "one" } })

const scope = (key: string, ...types: ReadonlyArray<string>) =>
  eventScope({ key, name: `The scope ${key}`, category: "supplies", eventTypes: types.map(type) })

describe("EventCatalog", () => {
  it("finds an event type by its scope and its key", () => {
    const found = new EventCatalog([scope("a", "x", "y"), scope("b", "x")]).find("b", "x")
    assert.deepStrictEqual([found?.scope.key, found?.eventType.key], ["b", "x"])
  })

  it.each([
    ["a", "missing"],
    ["missing", "x"],
    ["x", "a"],
    ["A", "x"],
    ["", "x"],
    ["a", ""],
    ["a/x", ""],
    ["__proto__", "constructor"]
  ])("finds nothing for the scope %j and the type %j, which it does not have", (scopeKey, typeKey) => {
    assert.isUndefined(new EventCatalog([scope("a", "x", "y")]).find(scopeKey, typeKey))
  })

  it("lets two scopes have a type of the same key", () => {
    const catalog = new EventCatalog([scope("a", "x"), scope("b", "x")])
    assert.notStrictEqual(catalog.find("a", "x"), catalog.find("b", "x"))
  })

  it("refuses two scopes of the same key", () => {
    assert.throws(() => new EventCatalog([scope("a", "x"), scope("a", "y")]), /defines the scope a twice/)
  })

  it("refuses two types of the same key in one scope", () => {
    assert.throws(() => new EventCatalog([scope("a", "x", "y", "x")]), /defines a\/x twice/)
  })

  it("may have no event types", () => {
    assert.deepStrictEqual(new EventCatalog([scope("a")]).scopes[0]?.eventTypes, [])
  })

  it("tells scope and type apart although a key has a slash", () => {
    assert.isUndefined(new EventCatalog([scope("a", "b/c")]).find("a/b", "c"))
  })

  describe("with further scopes", () => {
    it("has the old and the new types", () => {
      const catalog = publishedCatalog.with([scope("own", "x")])
      const found = [catalog.find("content", "card_changed"), catalog.find("own", "x")]
      assert.deepStrictEqual(
        found.map((entry) => entry?.eventType.key),
        ["card_changed", "x"]
      )
    })

    it("lists the new scopes after the old ones", () => {
      const { scopes } = new EventCatalog([scope("b", "x")]).with([scope("a", "x")])
      assert.deepStrictEqual(
        scopes.map(({ key }) => key),
        ["b", "a"]
      )
    })

    it("leaves the catalog it extends as it was", () => {
      const catalog = new EventCatalog([scope("a", "x")])
      catalog.with([scope("b", "x")])
      assert.isUndefined(catalog.find("b", "x"))
    })

    it("refuses a scope that exists already", () => {
      assert.throws(() => publishedCatalog.with([scope("content", "x")]), /defines the scope content twice/)
    })
  })

  it.effect("is the published one unless an installation provides another", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Catalog, publishedCatalog)
    })
  )
})
