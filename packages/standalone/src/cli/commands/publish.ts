/** The command `sellerkit publish`: its flags and its help. */
import { Argument, Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { connection, seller } from "../flags/connectionFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

export const publish = Command.make(
  "publish",
  {
    ...connection,
    json,
    event: Argument.String("event").pipe(
      Argument.withDescription(
        "The event's type, such as card_changed or content/card_changed; without one, all are listed"
      ),
      Argument.optional
    ),
    payload: Flag.String("payload").pipe(
      Flag.withDescription("The payload as JSON (default: the example of a published type)"),
      Flag.optional
    ),
    file: Flag.String("file").pipe(Flag.withDescription("A file that holds the payload"), Flag.optional),
    seller,
    sandbox: Flag.Boolean("sandbox").pipe(Flag.withDescription("Into the seller's sandbox"), Flag.withDefault(false)),
    time: Flag.String("time").pipe(Flag.withDescription("When it happened (default: now)"), Flag.optional),
    key: Flag.String("idempotency-key").pipe(
      Flag.withDescription("Makes repeating the command safe (default: the event's id)"),
      Flag.optional
    )
  },
  loaded(async () => (await import("../events/publishEvent.ts")).publishEvent)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Publish an event to a seller's webhooks"),
  Command.withExamples([
    { command: "sellerkit publish card_changed", description: "The example of a published type" },
    {
      command: `sellerkit publish content/card_changed --payload '{"nmID":1,"vendorCode":"a","updatedAt":"2026-01-15T09:30:00Z"}'`,
      description: "A payload of your own"
    }
  ])
)
