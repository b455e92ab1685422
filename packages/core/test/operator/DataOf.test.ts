/** Each operation of the operator's says whose data it is about, so that it is answered where that is. */
import { assert, describe, it } from "@effect/vitest"
import { HttpApi } from "effect/http-api"
import { dataOf } from "../../src/operator/DataOf.ts"
import { OperatorApi } from "../../src/OperatorApi.ts"

/** Where a path names no seller: what is about all of them is not there on every platform. */
const withoutSeller = {
  "configuration.get": "allSellers",
  "configuration.put": "allSellers",
  "dispatchers.list": "allSellers",
  "deliveries.backlog": "allSellers",
  "events.publish": "sellerInBody",
  "metrics.scrape": "allSellers",
  "secrets.reencrypt": "allSellers",
  "sellers.list": "allSellers",
  "tokens.create": "nobody",
  "tokens.revoke": "allSellers",
  "webhooks.everywhere": "allSellers"
}

const operations: Array<readonly [name: string, whose: string]> = []
HttpApi.reflect(OperatorApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    operations.push([`${group.identifier}.${endpoint.identifier}`, dataOf(endpoint)])
  }
})

describe("an operation of the operator's", () => {
  it("is about the seller in its path, or is known not to be", () => {
    assert.isAbove(operations.length, Object.keys(withoutSeller).length)
    assert.deepStrictEqual(
      Object.fromEntries(operations.filter(([, whose]) => whose !== "sellerInPath")),
      withoutSeller
    )
  })
})
