import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ServiceId } from "../../../src/access/Account.ts"
import * as JwtTokens from "../../../src/access/tokens/JwtTokens.ts"
import type { TokenGrant } from "../../../src/access/tokens/TokenClaims.ts"
import { owner, sellerId } from "../../fixtures.ts"
import { reasonOf, sharedSecret, tokensLayer, verify } from "./tokens.ts"

const grant: TokenGrant = {
  tokenId: "issued",
  sellerId,
  type: "service",
  serviceId: ServiceId.make("stock-sync"),
  categories: ["content"],
  readOnly: true,
  sandbox: true,
  userId: 7
}

const anHour = Duration.hours(1)

describe("issue", () => {
  it.effect("makes a token that stands for what was granted", () =>
    Effect.gen(function* () {
      const token = yield* JwtTokens.issue(sharedSecret, grant, anHour)
      assert.deepStrictEqual(yield* verify(Redacted.value(token)), {
        owner: owner("stock-sync", true),
        tokenId: "issued",
        tokenType: "service",
        categories: ["content"],
        readOnly: true,
        userId: 7
      })
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect("makes a token that lives as long as asked, from now on", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const token = Redacted.value(yield* JwtTokens.issue(sharedSecret, grant, anHour))
      yield* TestClock.setTime(1_000_000 + 3_604_999)
      assert.strictEqual((yield* verify(token)).tokenId, "issued")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* reasonOf(verify(token)), "The token has expired")
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect("makes a token that is not shown when it is printed", () =>
    Effect.gen(function* () {
      const token = yield* JwtTokens.issue(sharedSecret, grant, anHour)
      assert.notInclude(`${token} ${JSON.stringify(token)}`, Redacted.value(token).slice(0, 10))
    })
  )
})
