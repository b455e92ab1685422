/** The command `sellerkit token`: its flags and its help. */
import type { TokenType } from "@sellerkit/core"
import { Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { connection, seller } from "../flags/connectionFlags.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

const types = ["personal", "service", "base"] as const satisfies ReadonlyArray<TokenType>

export const token = Command.make(
  "token",
  {
    ...connection,
    json,
    seller,
    type: Flag.Literals("type", types).pipe(withDefault("Whom the token stands for", "base")),
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
  loaded(async () => (await import("../tokens/makeToken.ts")).makeToken)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Make an API token"),
  Command.withExamples([
    { command: "sellerkit token --categories content,analytics", description: "A token of the seller itself" },
    { command: "sellerkit token --type service --service reports", description: "A token of an integrated service" }
  ])
)
