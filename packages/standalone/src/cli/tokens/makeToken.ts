/** `sellerkit token`: makes an API token. */
import { Category, TokenType } from "@sellerkit/core"
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { connection, seller, sellerIdOr } from "../connection/connection.ts"
import { post } from "../connection/OperatorClient.ts"
import { json, print } from "../output/Output.ts"
import { withDefault } from "../flags/withDefault.ts"

const Answer = Schema.Struct({ token: Schema.String, tokenId: Schema.String, expiresAt: Schema.String })

const parseCategories = Effect.fnUntraced(function* (list: string) {
  const names = list === "all" ? Category.literals : list.split(",").map((name) => name.trim())
  return yield* Effect.mapError(
    Schema.decodeUnknownEffect(Schema.Array(Category))(names),
    () => new CommandFailed({ message: `--categories takes all, or some of ${Category.literals.join(", ")}` })
  )
})

export const token = Command.make(
  "token",
  {
    ...connection,
    json,
    seller,
    type: Flag.Literals("type", TokenType.literals).pipe(withDefault("Whom the token stands for", "base")),
    service: Flag.String("service").pipe(Flag.withDescription("The service's id, for a service token"), Flag.optional),
    categories: Flag.String("categories").pipe(
      withDefault("What it may reach: all, or names with commas between them", "all")
    ),
    readOnly: Flag.Boolean("read-only").pipe(Flag.withDescription("Marks it as read-only"), Flag.withDefault(false)),
    sandbox: Flag.Boolean("sandbox").pipe(
      Flag.withDescription("It sees the seller's sandbox"),
      Flag.withDefault(false)
    ),
    expiresIn: Flag.Int("expires-in").pipe(
      Flag.withDescription("Seconds it is valid for, at most 366 days (default: 180 days)"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ categories, expiresIn, readOnly, sandbox, seller, service, type, ...input }) {
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
).pipe(
  Command.withDescription("Make an API token"),
  Command.withExamples([
    { command: "sellerkit token --categories content,analytics", description: "A token of the seller itself" },
    { command: "sellerkit token --type service --service reports", description: "A token of an integrated service" }
  ])
)
