/** What a host decides about operations that are deprecated. */
import { assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { createSellerkit, type SellerkitOptions } from "../src/index.ts"

/** The status of an operation that was switched off long ago, and whether its answer says that it is deprecated. */
const answerOf = async (lifecycle: SellerkitOptions<[]>["lifecycle"]) => {
  const sellerkit = await createSellerkit({
    storage: MemoryStorage.layer,
    dispatcher: false,
    lifecycle,
    log: () => {}
  })
  const { headers, status } = await sellerkit.handler(new Request("https://shop.example/adv/v0/config"), {
    authenticate: () => ({ sellerId: crypto.randomUUID() })
  })
  await sellerkit.close()
  return [status, headers.has("deprecation")]
}

describe("an operation that was switched off", () => {
  it("is served and says so, unless the host decides otherwise", async () => {
    assert.deepStrictEqual(await answerOf(undefined), [200, true])
    assert.deepStrictEqual(await answerOf({ revision: "dated" }), [200, true])
    assert.deepStrictEqual(await answerOf({ operations: "enforce" }), [410, true])
    assert.deepStrictEqual(await answerOf({ operations: "ignore" }), [200, false])
  })

  it("is decided about in words that are known", async () => {
    // @ts-expect-error -- the compiler says so as well
    const failure = await answerOf({ operations: "refuse" }).then(
      () => assert.fail("It did not fail"),
      (error: Error) => error
    )
    assert.match(failure.message, /lifecycle\.operations/)
  })
})
