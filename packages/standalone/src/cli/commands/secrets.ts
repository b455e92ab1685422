/** The command `sellerkit secrets`: its flags and its help. */
import { Command } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { connection } from "../flags/connectionFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

const reencrypt = Command.make(
  "reencrypt",
  { ...connection, json },
  loaded(async () => (await import("../database/runReencrypt.ts")).runReencrypt)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Encrypt all secrets with the service's newest key; may be ended and run again at any time"),
  Command.withExamples([
    { command: "sellerkit secrets reencrypt", description: "After a key was put in front of SELLERKIT_SECRET_KEYS" }
  ])
)

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("Look after how the secrets of webhooks are stored"),
  Command.withSubcommands([reencrypt])
)
