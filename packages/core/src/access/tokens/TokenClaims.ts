/** The claims of a seller API token, and what they mean as a caller. */
import { Result, Schema } from "effect"
import { NumericId } from "../../validation/WholeNumber.ts"
import type { Caller, TokenType } from "../Access.ts"
import { SellerId, ServiceId } from "../Account.ts"
import { type Category, fromBits, toBits } from "../Category.ts"

/**
 * Values of the `acc` claim: the access level, which names the token's type (public documentation of the seller API,
 * Authorization, as are the other claims).
 */
const levels = { base: 1, test: 2, personal: 3, service: 4 } as const

/** Values of the `for` claim: `self` in a personal token, the service in a service token, absent otherwise. */
const personalAudience = "self"
const servicePrefix = "asid:"

/**
 * The id by which a token is revoked. It is a part of a path then: the router takes no more UTF-16 units of one, and callers resolve parts
 * that are dots.
 */
export const TokenId = Schema.String.check(
  Schema.isPattern(/^(?!\.{1,2}$)\P{Cc}+$/u, {
    message: "Expected 1 to 100 characters, no control characters, and neither . nor .."
  }),
  Schema.isMaxLength(100)
)

/** Claims as they travel. Times are seconds since 1970. Further claims (`iid`, `ent` …) are ignored. */
export const TokenClaims = Schema.Struct({
  id: TokenId,
  /** Seller. */
  sid: SellerId,
  /** Categories and the read-only mark, as bits. */
  s: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  acc: Schema.Literals(Object.values(levels)),
  /** The user that the token was made for. */
  for: Schema.optionalKey(Schema.String),
  /** Test scope: the token sees the sandbox. */
  t: Schema.optionalKey(Schema.Boolean),
  exp: Schema.Int,
  iat: Schema.optionalKey(Schema.Int),
  /** Numeric seller id: known, not used. */
  oid: Schema.optionalKey(Schema.Int),
  /** The user who made the token. */
  uid: Schema.optionalKey(NumericId)
})
export type TokenClaims = typeof TokenClaims.Type

/** What a new token is to say. */
export interface TokenGrant {
  readonly tokenId: string
  readonly sellerId: SellerId
  readonly type: TokenType
  /** Required by, and only by, a service token. */
  readonly serviceId?: ServiceId | undefined
  readonly categories: ReadonlyArray<Category>
  readonly readOnly: boolean
  readonly sandbox: boolean
  readonly userId?: number | undefined
}

const audienceOf = ({ serviceId, type }: TokenGrant): string | undefined => {
  if (type !== "service" && serviceId !== undefined) throw new Error("Only a service token names a service")
  if (type === "personal") return personalAudience
  if (type !== "service") return undefined
  if (serviceId === undefined) throw new Error("A service token must name its service")
  return `${servicePrefix}${serviceId}`
}

/** Throws where a service token names no service, or another token names one: that is a mistake in the program. */
export const claimsOf = (grant: TokenGrant): Omit<TokenClaims, "exp" | "iat"> => {
  const audience = audienceOf(grant)
  return {
    id: grant.tokenId,
    sid: grant.sellerId,
    s: toBits(grant.categories, grant.readOnly),
    acc: grant.type === "base" && grant.sandbox ? levels.test : levels[grant.type],
    t: grant.sandbox,
    ...(audience === undefined ? undefined : { for: audience }),
    ...(grant.userId === undefined ? undefined : { uid: grant.userId })
  }
}

const serviceIdIn = (claims: TokenClaims): Result.Result<ServiceId, string> => {
  const { for: audience = "" } = claims
  return audience.startsWith(servicePrefix)
    ? Result.mapError(
        Schema.decodeResult(ServiceId)(audience.slice(servicePrefix.length)),
        () => "The token names no valid service"
      )
    : Result.fail("A service token must name its service")
}

/** Claims that contradict each other are a mistake of the issuer. Nobody guesses what was meant. */
const contradiction = Result.fail("The token's claims contradict each other")

/** The caller that the claims stand for; a failure is a text that is safe to show. */
export const callerOf = (claims: TokenClaims): Result.Result<Caller, string> => {
  const sandbox = claims.t === true || claims.acc === levels.test
  const caller = (tokenType: TokenType, serviceId: ServiceId | null): Caller => ({
    owner: { sellerId: claims.sid, sandbox, serviceId },
    tokenId: claims.id,
    tokenType,
    ...fromBits(claims.s),
    ...(claims.uid === undefined ? undefined : { userId: claims.uid })
  })
  switch (claims.acc) {
    case levels.base:
    case levels.test:
      if (claims.for !== undefined || (claims.acc === levels.test && claims.t === false)) return contradiction
      return Result.succeed(caller("base", null))
    case levels.personal:
      return claims.for === personalAudience ? Result.succeed(caller("personal", null)) : contradiction
    case levels.service:
      return Result.map(serviceIdIn(claims), (serviceId) => caller("service", serviceId))
  }
}
