/** Which service a command talks to, with which key, and about whose account. */
import { type Account, SellerId } from "@sellerkit/core"
import { Effect, Option, Redacted, Schema } from "effect"
import { developmentFile, readDevelopmentState } from "../../settings/DevelopmentState.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { defaultUrl } from "../flags/connectionFlags.ts"
import { namedFileReason } from "../output/fileReason.ts"
import { quoted } from "./shell.ts"

export interface Connection {
  readonly url: string
  readonly operatorKey: Option.Option<Redacted.Redacted>
}

/** None where the development profile has not run in this folder. */
const development = readDevelopmentState().pipe(
  Effect.asSome,
  Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone),
  Effect.mapError((error) => new CommandFailed({ message: namedFileReason(error) }))
)

/** The seller that the development profile made up, for commands that name none. */
export const sellerIdOr = Effect.fnUntraced(function* (given: Option.Option<SellerId>) {
  if (Option.isSome(given)) return given.value
  const made = Option.flatMap(yield* development, ({ sellerId }) => Schema.decodeOption(SellerId)(sellerId))
  if (Option.isSome(made)) return made.value
  return yield* new CommandFailed({
    message: `Name the seller with --seller: there is no ${yield* developmentFile} that has one (SELLERKIT_DATA names the folder)`
  })
})

export interface GivenAccount {
  readonly seller: Option.Option<SellerId>
  readonly sandbox: boolean
}

/** The account that the flags name. */
export const accountOf = Effect.fnUntraced(function* (given: GivenAccount) {
  return { sellerId: yield* sellerIdOr(given.seller), sandbox: given.sandbox } satisfies Account
})

/** The flags by which another command finds the same service and account, each after a blank. Keys are never shown. */
export const placeFlags = ({ sandbox, seller, url }: GivenAccount & Pick<Connection, "url">): string => {
  const service = url === defaultUrl ? "" : ` --url ${quoted(url)}`
  const account = Option.match(seller, { onNone: () => "", onSome: (id) => ` --seller ${id}` })
  return `${service}${account}${sandbox ? " --sandbox" : ""}`
}

/** A key goes into a header as it is. */
const readKey = (given: Redacted.Redacted) =>
  /^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/.test(Redacted.value(given))
    ? Effect.succeed(given)
    : Effect.fail(
        new CommandFailed({
          message:
            "--operator-key, or SELLERKIT_OPERATOR_KEY, holds no operator key: it begins or ends with a blank, or has a line end or a character that no header takes"
        })
      )

/** The key that is given, or that of the development profile. */
export const keyIfAny = Effect.fnUntraced(function* ({ operatorKey }: Pick<Connection, "operatorKey">) {
  if (Option.isSome(operatorKey)) return Option.some(yield* readKey(operatorKey.value))
  return Option.map(yield* development, (made) => Redacted.make(made.operatorKey))
})

export const keyOf = Effect.fnUntraced(function* (given: Pick<Connection, "operatorKey">) {
  const key = yield* keyIfAny(given)
  if (Option.isSome(key)) return key.value
  return yield* new CommandFailed({ message: "Give the operator key with --operator-key or SELLERKIT_OPERATOR_KEY" })
})
