/** What is asked for when a token is to be made: what is absent, what is refused, and what the token then says. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Category } from "../../../src/access/Category.ts"
import { TokenIssuer, TokensMadeElsewhere } from "../../../src/access/tokens/TokenIssuer.ts"
import { TokenRequest } from "../../../src/access/tokens/TokenRequest.ts"
import { owner, sellerId } from "../../fixtures.ts"
import { sharedSecret, tokensLayer, verify } from "./tokens.ts"

const decode = Schema.decodeUnknownEffect(TokenRequest)

const issuer = (secret: Redacted.Redacted | undefined) =>
  Layer.provide(TokenIssuer.layer(secret), SecureRandom.layerWebCrypto)

const issue = Effect.fnUntraced(function* (given: object) {
  return yield* (yield* TokenIssuer).issue(yield* decode({ sellerId, ...given }))
})

const refused = [
  [{ type: "service" }, /Expected the service's id/],
  [{ type: "base", serviceId: "crm" }, /Expected no service's id/],
  [{ type: "personal", serviceId: "crm" }, /Expected no service's id/],
  [{ lifetime: "soon" }, /Expected a duration/],
  [{ lifetime: 999 }, /Expected a lifetime from 1 second/],
  [{ lifetime: "366 days and more" }, /Expected a duration/],
  [{ lifetime: { days: 366, seconds: 1 } }, /Expected a lifetime from 1 second to 366 days/],
  [{ lifetime: Infinity }, /Expected a lifetime/],
  [{ lifetime: NaN }, /Expected a lifetime/]
] as const

describe("a request for a token", () => {
  it.effect.each(refused)("is refused: %o", ([given, says]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(decode({ sellerId, ...given }))
      assert.match(message, says)
    })
  )

  it.effect("makes one of the seller itself, with all categories, for 180 days, when no more is said", () =>
    Effect.gen(function* () {
      const { expiresAt, token, tokenId } = yield* issue({ serviceId: undefined, lifetime: undefined })
      const { owner: account, ...caller } = yield* verify(Redacted.value(token))
      assert.deepStrictEqual(account, owner())
      assert.deepInclude(caller, { tokenId, tokenType: "base", categories: Category.literals, readOnly: false })
      assert.strictEqual(DateTime.toEpochMillis(expiresAt), Duration.toMillis(Duration.days(180)))
    }).pipe(Effect.provide([tokensLayer(), issuer(sharedSecret)]))
  )

  it.effect("makes one of a service where it names one, and of the sandbox where it says so", () =>
    Effect.gen(function* () {
      const { token } = yield* issue({ serviceId: "crm", sandbox: true, lifetime: "1 hour" })
      const caller = yield* verify(Redacted.value(token))
      assert.deepStrictEqual([caller.tokenType, caller.owner], ["service", owner("crm", true)])
    }).pipe(Effect.provide([tokensLayer(), issuer(sharedSecret)]))
  )

  it.effect("is of no use where tokens are made elsewhere", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(issue({})), TokensMadeElsewhere)
    }).pipe(Effect.provide(issuer(undefined)))
  )
})
