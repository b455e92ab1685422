/** The command `sellerkit events`: its flags and its help. */
import { Argument, Command } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { idArgument } from "../flags/idFlag.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

export const events = Command.make(
  "events",
  {
    ...connection,
    json,
    ...account,
    id: idArgument("id", ({ EventId }) => EventId).pipe(
      Argument.withDescription("The event's id, as publishing it answered")
    )
  },
  loaded(async () => (await import("../events/showEvent.ts")).showEvent)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Show an event, its fate at each webhook and every attempt to deliver it"),
  Command.withExamples([
    { command: "sellerkit events 019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4", description: "What became of it" }
  ])
)
