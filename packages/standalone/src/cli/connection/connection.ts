/** Which service a command talks to, with which key, and about whose account. */
import { type Account, SellerId } from "@sellerkit/core"
import { Config, Effect, Option, Redacted, Schema } from "effect"
import { Flag } from "effect/cli"
import { readDevelopmentState } from "../../DevelopmentState.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { idFlag } from "../flags/idFlag.ts"
import { withDefault } from "../flags/withDefault.ts"

export const operatorKey = Flag.Redacted("operator-key").pipe(
  Flag.withDescription(
    "The operator key; or SELLERKIT_OPERATOR_KEY (default: that of the development profile in this folder)"
  ),
  Flag.withFallbackConfig(Config.Redacted("SELLERKIT_OPERATOR_KEY")),
  Flag.optional
)

export const defaultUrl = "http://127.0.0.1:8080"

/** Flags of every command that talks to a running service. */
export const connection = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.NonEmptyString("SELLERKIT_URL")),
    withDefault("Where the service runs; or SELLERKIT_URL", defaultUrl)
  ),
  operatorKey
}

/** The seller whose account it is about. */
export const seller = idFlag("seller", SellerId).pipe(
  Flag.withDescription("The seller's id (default: that of the development profile in this folder)"),
  Flag.optional
)

/** Flags of every command that looks at an account. */
export const account = {
  seller,
  sandbox: Flag.Boolean("sandbox").pipe(Flag.withDescription("The seller's sandbox"), Flag.withDefault(false))
}

export interface Connection {
  readonly url: string
  readonly operatorKey: Option.Option<Redacted.Redacted>
}

const development = readDevelopmentState().pipe(Effect.option)

/** The seller that the development profile made up, for commands that name none. */
export const sellerIdOr = Effect.fnUntraced(function* (given: Option.Option<SellerId>) {
  const made = Option.flatMap(yield* development, ({ sellerId }) => Schema.decodeOption(SellerId)(sellerId))
  return yield* Option.match(
    Option.orElse(given, () => made),
    {
      onNone: () => Effect.fail(new CommandFailed({ message: "Name the seller with --seller" })),
      onSome: Effect.succeed
    }
  )
})

/** The account that the flags name. */
export const accountOf = Effect.fnUntraced(function* (given: {
  readonly seller: Option.Option<SellerId>
  readonly sandbox: boolean
}) {
  return { sellerId: yield* sellerIdOr(given.seller), sandbox: given.sandbox } satisfies Account
})

export const keyOf = Effect.fnUntraced(function* ({ operatorKey }: Pick<Connection, "operatorKey">) {
  if (Option.isSome(operatorKey)) return operatorKey.value
  const made = yield* development
  if (Option.isSome(made)) return Redacted.make(made.value.operatorKey)
  return yield* new CommandFailed({ message: "Give the operator key with --operator-key or SELLERKIT_OPERATOR_KEY" })
})
