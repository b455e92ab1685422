/** The command `sellerkit resend`: its flags and its help. */
import { Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { idFlag } from "../flags/idFlag.ts"
import { momentFlag } from "../flags/momentFlag.ts"
import { readBy } from "../flags/readBy.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

const rateFlag = (name: string) =>
  Flag.mapEffect(
    Flag.Int(name),
    readBy({ kind: "flag", name, expected: "Expected 1 to 10000 events per second" }, async () => {
      const { EventsPerSecond } = await import("@sellerkit/core")
      return Option.liftPredicate(Schema.is(EventsPerSecond))
    })
  )

export const resend = Command.make(
  "resend",
  {
    ...connection,
    json,
    ...account,
    webhook: idFlag("webhook", ({ WebhookId }) => WebhookId).pipe(
      Flag.withDescription("Send events of this webhook again; needs --since"),
      Flag.optional
    ),
    since: momentFlag("since").pipe(
      Flag.withDescription("Events that happened from then on: a time (2026-11-20T09:30:00Z), or how long ago (2h)"),
      Flag.optional
    ),
    until: momentFlag("until").pipe(Flag.withDescription("And until then (default: until now)"), Flag.optional),
    onlyFailed: Flag.Boolean("only-failed").pipe(
      Flag.withDescription("Only events that were dropped; otherwise what was delivered as well"),
      Flag.withDefault(false)
    ),
    rate: rateFlag("rate").pipe(
      Flag.withDescription("Events per second that are put back among what waits, at most (default: 100)"),
      Flag.optional
    ),
    delivery: idFlag("delivery", ({ DeliveryId }) => DeliveryId).pipe(
      Flag.withDescription("Send the events of this delivery again"),
      Flag.optional
    ),
    status: idFlag("status", ({ ResendId }) => ResendId).pipe(
      Flag.withDescription("Show how far this resend is"),
      Flag.optional
    ),
    cancel: idFlag("cancel", ({ ResendId }) => ResendId).pipe(Flag.withDescription("End this resend"), Flag.optional),
    noWait: Flag.Boolean("no-wait").pipe(
      Flag.withDescription("Do not wait until all events are put back"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  loaded(async () => (await import("../resend/runResend.ts")).runResend)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Send events of a webhook again, or those of one delivery"),
  Command.withExamples([
    { command: "sellerkit resend --webhook <id> --since 2h --only-failed", description: "What was lost since then" },
    { command: "sellerkit resend --delivery <id>", description: "What one request carried" }
  ])
)
