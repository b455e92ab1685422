/** What is remembered of tokens, and for how long. */
import { assert, describe, it } from "@effect/vitest"
import { SellerId } from "../../../src/access/Account.ts"
import { makeVerifiedTokens, type VerifiedToken } from "../../../src/access/tokens/VerifiedTokens.ts"

const verified: VerifiedToken = {
  caller: {
    owner: { sellerId: SellerId.make("9b2b3a52-5c5e-4e0c-a6b4-0f7c4c4e1f10"), sandbox: false, serviceId: null },
    tokenId: "token-number-one",
    tokenType: "base",
    categories: [],
    readOnly: false
  },
  expiresAt: 1_000_000_000
}

describe("verified tokens", () => {
  it("are remembered for a minute", () => {
    const tokens = makeVerifiedTokens()
    tokens.add("one", verified, 5000)
    assert.include(tokens.get("one", 64_999), verified)
    assert.isUndefined(tokens.get("one", 65_000))
    assert.isUndefined(tokens.get("another", 5000))
  })

  it("make room, the one that was verified longest ago first", () => {
    const tokens = makeVerifiedTokens()
    for (let token = 0; token < 10_000; token++) tokens.add(`token ${token}`, verified, 0)
    tokens.add("token 0", verified, 1)
    tokens.add("one more", verified, 1)
    assert.isUndefined(tokens.get("token 1", 1))
    for (const kept of ["token 0", "token 2", "token 9999", "one more"]) assert.isDefined(tokens.get(kept, 1), kept)
  })
})
