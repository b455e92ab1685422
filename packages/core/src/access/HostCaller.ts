/** Callers that the host recognizes by its own means, such as a session. They need no token. */
import { Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { type FieldProblem, fieldProblems } from "../validation/FieldProblem.ts"
import { NumericId } from "../validation/WholeNumber.ts"
import type { Caller } from "./Access.ts"
import { SellerId, ServiceId } from "./Account.ts"
import { Category } from "./Category.ts"
import { TokenRejected, Tokens } from "./tokens/Tokens.ts"

const HostCallerSchema = Schema.Struct({
  sellerId: SellerId,
  /** The integrated service that acts for the seller; the seller itself, when absent. */
  serviceId: Schema.optional(Schema.NullOr(ServiceId)),
  /** Whether it sees the seller's sandbox. */
  sandbox: Schema.optional(Schema.Boolean),
  /** All of them, when absent. */
  categories: Schema.optional(Schema.Array(Category)),
  /** Whether operations that change something are refused, as they are for a read-only token. */
  readOnly: Schema.optional(Schema.Boolean),
  /** The person, for the change history. */
  userId: Schema.optional(NumericId)
})

/** What a host says about a caller. */
export type HostCaller = typeof HostCallerSchema.Encoded

/** Asks the host who makes the current request. Undefined: the host does not know the caller. */
export const HostAuthentication = Context.Reference<Effect.Effect<HostCaller | undefined>>(
  "@sellerkit/core/access/HostAuthentication",
  { defaultValue: () => Effect.undefined }
)

/** In place of the id of a token: the caller has none that could be revoked. */
export const noToken = "host"

class HostCallerInvalid extends Data.TaggedError("HostCallerInvalid")<{ readonly message: string }> {}

const invalid = (problems: ReadonlyArray<FieldProblem>) => {
  const texts = problems.map(({ location, message }) => (location === "" ? message : `${location}: ${message}`))
  return new HostCallerInvalid({ message: `authenticate returned a caller that cannot be: ${texts.join("; ")}` })
}

// An unknown name is refused: without what it was meant to say, the caller could do more.
const decodeHost = Schema.decodeUnknownEffect(HostCallerSchema, { onExcessProperty: "error" })

const decode = (host: HostCaller) =>
  Effect.mapError(decodeHost(host), ({ issue }) => invalid(fieldProblems("", issue, host)))

/** The caller that a host describes. A wrong description is a defect of the host. */
export const hostCaller = (host: HostCaller): Effect.Effect<Caller> =>
  Effect.map(
    Effect.orDie(decode(host)),
    ({
      categories = Category.literals,
      readOnly = false,
      sandbox = false,
      sellerId,
      serviceId = null,
      userId
    }): Caller => ({
      owner: { sellerId, sandbox, serviceId },
      tokenId: noToken,
      tokenType: serviceId === null ? null : "service",
      categories,
      readOnly,
      ...(userId === undefined ? undefined : { userId })
    })
  )

/** No token is valid: the host knows all callers. */
export const noTokens: Tokens["Service"] = {
  verify: (credential) =>
    Effect.fail(
      new TokenRejected({
        reason:
          Redacted.value(credential) === ""
            ? "The request does not say who makes it; sign in first"
            : "API tokens do not count here; sign in instead"
      })
    )
}

/** `noTokens` as a layer. */
export const noTokensLayer: Layer.Layer<Tokens> = Layer.succeed(Tokens, noTokens)

/** `Tokens` for hosts that authenticate requests themselves: only callers that the host does not know need a token. */
export const hostCallersLayer = <E, R>(tokens: Layer.Layer<Tokens, E, R>): Layer.Layer<Tokens, E, R> =>
  Layer.effect(
    Tokens,
    Effect.map(Tokens, ({ verify }) =>
      Tokens.of({
        verify: (credential) =>
          Effect.flatMap(Effect.flatten(HostAuthentication), (host) =>
            host === undefined ? verify(credential) : hostCaller(host)
          )
      })
    )
  ).pipe(Layer.provide(tokens))
