/** A request for a new token. */
import { Duration, Effect, Predicate, Record, Schema, SchemaGetter } from "effect"
import { DurationFromInput } from "../../time/DurationInput.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { TokenType } from "../Access.ts"
import { SellerId, ServiceId } from "../Account.ts"
import { Category } from "../Category.ts"

const no = Effect.succeed(false)

/** What the token is to say. Each kind of request adds how long the token lives, in a unit that suits it. */
export const tokenGrantFields = {
  sellerId: SellerId,
  /** When absent: `service` where a service is named, `base` otherwise. */
  type: Schema.optionalKey(TokenType),
  serviceId: Schema.optionalKey(ServiceId),
  /** All of them, when absent. */
  categories: Schema.Array(Category).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Category.literals))),
  readOnly: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(no)),
  sandbox: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(no)),
  userId: Schema.optionalKey(NumericId)
}

type Named = Pick<Schema.Struct.Type<typeof tokenGrantFields>, "serviceId" | "type">

/** A token stands for a service exactly when it names one. Otherwise a token meant for a service would be the seller's own. */
export const namesItsService = Schema.makeFilter(({ serviceId, type }: Named) => {
  if (type === "service" && serviceId === undefined) return { path: ["serviceId"], issue: "Expected the service's id" }
  if (type !== undefined && type !== "service" && serviceId !== undefined) {
    return { path: ["serviceId"], issue: "Expected no service's id: only a service token has one" }
  }
  return undefined
})

// The usual lifetime of seller API tokens.
export const usualTokenLifetime = Duration.days(180)

// our choice: so that somebody asks at least once a year who holds a token.
export const longestTokenLifetime = Duration.days(366)

const lifetimes = { minimum: Duration.seconds(1), maximum: longestTokenLifetime }

const Request = Schema.Struct({
  ...tokenGrantFields,
  lifetime: DurationFromInput.check(
    Schema.makeFilter(
      (lifetime) => Duration.between(lifetime, lifetimes) || "Expected a lifetime from 1 second to 366 days"
    )
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed(usualTokenLifetime)))
}).check(namesItsService)

const withoutUndefined = (given: unknown): unknown =>
  Predicate.isObject(given) ? Record.filter(given, Predicate.isNotUndefined) : given

/** The form for programs, which may also leave out a field by giving undefined. */
export const TokenRequest = Schema.Unknown.pipe(
  Schema.decodeTo(Request, {
    decode: SchemaGetter.transform((given) => withoutUndefined(given) as typeof Request.Encoded),
    encode: SchemaGetter.passthrough()
  })
)
export type TokenRequest = typeof TokenRequest.Type
