/** Makes an API token. */
import { Category, type SellerId, type TokenType } from "@sellerkit/core"
import { Effect, Option, Schema } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { type Connection, sellerIdOr } from "../connection/connection.ts"
import { post } from "../connection/OperatorClient.ts"
import { type AsJson, print } from "../output/Output.ts"

const Answer = Schema.Struct({ token: Schema.String, tokenId: Schema.String, expiresAt: Schema.String })

const parseCategories = Effect.fnUntraced(function* (list: string) {
  const names = list === "all" ? Category.literals : list.split(",").map((name) => name.trim())
  return yield* Effect.mapError(
    Schema.decodeUnknownEffect(Schema.Array(Category))(names),
    () => new CommandFailed({ message: `--categories takes all, or some of ${Category.literals.join(", ")}` })
  )
})

interface Input extends Connection {
  readonly json: AsJson
  readonly seller: Option.Option<SellerId>
  readonly type: TokenType
  readonly service: Option.Option<string>
  readonly categories: string
  readonly readOnly: boolean
  readonly sandbox: boolean
  /** Seconds. */
  readonly expiresIn: Option.Option<number>
}

export const makeToken = Effect.fn("token")(function* ({
  categories,
  expiresIn,
  readOnly,
  sandbox,
  seller,
  service,
  type,
  ...input
}: Input) {
  const request = {
    sellerId: yield* sellerIdOr(seller),
    type,
    categories: yield* parseCategories(categories),
    readOnly,
    sandbox,
    ...Option.match(service, { onNone: () => undefined, onSome: (serviceId) => ({ serviceId }) }),
    ...Option.match(expiresIn, { onNone: () => undefined, onSome: (seconds) => ({ expiresIn: seconds }) })
  }
  const made = yield* post(input, "/tokens", JSON.stringify(request), Answer)
  yield* print(input.json, made, ({ expiresAt, token: text, tokenId }, paint) =>
    [text, paint("dim", `Token ${tokenId}, valid until ${expiresAt}`)].join("\n")
  )
})
