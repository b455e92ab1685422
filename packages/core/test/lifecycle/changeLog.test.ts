/** The change log as a table, against the declared operations. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { nameOf, operationOf, originOf } from "../../src/http/operation/Operation.ts"
import { ApiChange, changesOf, startOf } from "../../src/lifecycle/ApiChange.ts"
import { publishedChanges } from "../../src/lifecycle/changeLog.ts"
import { lifecycleOf } from "../../src/lifecycle/OperationLifecycle.ts"
import { SellerApi } from "../../src/SellerApi.ts"

const declared = new Map<string, string>()
const aliases = new Map<string, string>()
HttpApi.reflect(SellerApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    const origin = originOf({ endpoint, group } as any)
    const isAlias = origin !== `${group.identifier}.${endpoint.identifier}`
    ;(isAlias ? aliases : declared).set(nameOf(endpoint), origin)
    if (isAlias) assert.strictEqual(operationOf({ endpoint, group } as any).aliasOf, origin)
  }
})

/** Successors that only the marketplace serves. */
const elsewhere = new Set(["GET /api/advert/v1/config", "GET /api/advert/v2/adverts", "PATCH /api/advert/v1/bids"])

const aboutOperations = publishedChanges.filter((change) => change.kind !== "other")

describe("the change log", () => {
  it("has changes of every kind, each as it is published", () => {
    const isChange = Schema.is(ApiChange)
    for (const change of publishedChanges) assert.isTrue(isChange(change), JSON.stringify(change))
    const kinds = ApiChange.members.map(({ fields }) => fields.kind.literal)
    assert.sameMembers([...new Set(publishedChanges.map(({ kind }) => kind))], kinds)
  })

  it("has no change twice", () => {
    assert.strictEqual(new Set(publishedChanges.map((change) => JSON.stringify(change))).size, publishedChanges.length)
  })

  it("names operations that are declared, and successors that are or that only the marketplace serves", () => {
    for (const change of aboutOperations) {
      assert.isTrue(declared.has(change.operation), change.operation)
      if (!("successor" in change) || change.successor === undefined) continue
      assert.notStrictEqual(change.successor, change.operation)
      assert.isTrue(
        declared.has(change.successor) !== elsewhere.has(change.successor),
        `${change.successor} is served, or listed as served elsewhere`
      )
    }
  })

  it("says of no operation that another one should be used which is switched off no later", () => {
    const early = aboutOperations.filter(({ operation }) => {
      const { disabledAt = Infinity, successor } = lifecycleOf(publishedChanges, operation) ?? {}
      const next = successor === undefined ? undefined : lifecycleOf(publishedChanges, successor)
      return next !== undefined && (next.disabledAt ?? Infinity) <= disabledAt
    })
    assert.deepStrictEqual(early, [])
  })

  it("announces what is switched off, and switches nothing off twice", () => {
    for (const { operation } of aboutOperations.filter(({ kind }) => kind === "disabled")) {
      const [disabled, ...others] = changesOf(publishedChanges, "disabled", operation)
      const [deprecated, ...furtherOnes] = changesOf(publishedChanges, "deprecated", operation)
      assert.isEmpty([...others, ...furtherOnes], operation)
      assert.isBelow(startOf(deprecated!.on), startOf(disabled!.on), operation)
      assert.strictEqual(deprecated!.successor, disabled!.successor, operation)
    }
  })

  it("says the same of both spellings of an operation", () => {
    const original = new Map([...declared].map(([name, origin]) => [origin, name]))
    assert.isNotEmpty(aliases)
    for (const [alias, origin] of aliases) {
      assert.deepStrictEqual(
        lifecycleOf(publishedChanges, alias),
        lifecycleOf(publishedChanges, original.get(origin)!),
        alias
      )
    }
  })
})
