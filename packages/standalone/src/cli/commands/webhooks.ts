/** The command `sellerkit webhooks`: its flags and its help. */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { SellerInput } from "../connection/SellerAccess.ts"
import { httpClient } from "../connection/httpClient.ts"
import { sellerConnection } from "../flags/connectionFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

const listWebhooks = loaded(async () => (await import("../webhooks/listWebhooks.ts")).listWebhooks)

/** Its flags count before and after the name of the subcommand. */
const all = Command.make("webhooks").pipe(
  Command.withSharedFlags({ ...sellerConnection, json }),
  Command.withHandler(listWebhooks)
)

const list = Command.make("list", {}, () => Effect.flatMap(all, listWebhooks)).pipe(
  Command.withDescription("Show all of them, as without a subcommand")
)

/** With the shared flags beside a command's own. */
const loadedWithShared =
  <Own, A, E, R>(load: () => Promise<(input: Own & SellerInput) => Effect.Effect<A, E, R>>) =>
  (own: Own) =>
    Effect.flatMap(all, (shared) => loaded(load)({ ...shared, ...own }))

const create = Command.make(
  "create",
  {
    receiver: Argument.String("url").pipe(Argument.withDescription("Where notifications go")),
    name: Flag.String("name").pipe(Flag.withDescription("3 to 60 characters (default: its URL's host)"), Flag.optional),
    events: Flag.String("events").pipe(
      Flag.withDescription(
        "Types of events, with commas between them; * stands for anything, as in content/* (default: all that the token may have)"
      ),
      Flag.optional
    ),
    disabled: Flag.Boolean("disabled").pipe(
      Flag.withDescription("Send nothing until it is enabled"),
      Flag.withDefault(false)
    )
  },
  loadedWithShared(async () => (await import("../webhooks/createWebhook.ts")).createWebhook)
).pipe(
  Command.withDescription("Create a webhook, and show its secret"),
  Command.withExamples([
    { command: "sellerkit webhooks create https://host.example/webhooks", description: "For all types of events" },
    {
      command: "sellerkit webhooks create https://host.example/webhooks --name Cards --events 'content/*'",
      description: "For some"
    }
  ])
)

const one = { webhook: Argument.String("webhook").pipe(Argument.withDescription("Its id, or its name")) }

const changes = async () => import("../webhooks/changeWebhook.ts")

const get = Command.make(
  "get",
  one,
  loadedWithShared(async () => (await changes()).getWebhook)
).pipe(Command.withDescription("Show a webhook"))
const enable = Command.make(
  "enable",
  one,
  loadedWithShared(async () => (await changes()).enableWebhook)
).pipe(Command.withDescription("Send to it again, what was held for it first"))
const disable = Command.make(
  "disable",
  one,
  loadedWithShared(async () => (await changes()).disableWebhook)
).pipe(Command.withDescription("Send nothing more to it; what waits is held for a day"))
const remove = Command.make(
  "delete",
  one,
  loadedWithShared(async () => (await changes()).deleteWebhook)
).pipe(Command.withDescription("Delete a webhook, with what waits for it"))
const refresh = Command.make(
  "refresh-secret",
  one,
  loadedWithShared(async () => (await changes()).refreshSecret)
).pipe(Command.withDescription("Make a new secret for a webhook, and show it"))
const test = Command.make(
  "test",
  one,
  loadedWithShared(async () => (await changes()).testWebhook)
).pipe(Command.withDescription("Send a webhook a test event of each type that it is subscribed to"))

export const webhooks = all.pipe(
  Command.withSubcommands([list, create, get, enable, disable, remove, refresh, test]),
  Command.provide(httpClient),
  Command.withDescription("Show how the webhooks of a seller and its services fare, and manage them"),
  Command.withExamples([{ command: "sellerkit webhooks", description: "Which of them fail, and what waits" }])
)
