/** The command `sellerkit listen`: its flags and its help. */
import { Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { redactedVariable, sellerConnection } from "../flags/connectionFlags.ts"
import { appUrl, tunnelUrl } from "../flags/urlFlag.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loadedUntil } from "../loaded.ts"
import { json } from "../output/Output.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))
const Status = Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))
const Delay = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const webhook = {
  secret: Flag.Redacted("secret").pipe(
    Flag.withDescription(
      "Listen for a webhook that is there, with its secret (whsec_…); or SELLERKIT_WEBHOOK_SECRET (default: make a webhook, and delete it at the end)"
    ),
    Flag.withFallbackConfig(redactedVariable("SELLERKIT_WEBHOOK_SECRET")),
    Flag.optional
  ),
  noWebhook: Flag.Boolean("no-webhook").pipe(
    Flag.withDescription("Make no webhook, and take whatever arrives"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  events: Flag.String("events").pipe(
    Flag.withDescription(
      "Types of events for the webhook that is made, with commas between them; * stands for anything, as in content/* (default: all that the token may have)"
    ),
    Flag.optional
  ),
  publicUrl: Flag.String("public-url").pipe(
    tunnelUrl,
    Flag.withDescription(
      "Where a service elsewhere reaches the port, such as the address of a tunnel (default: this machine's own)"
    ),
    Flag.optional
  )
}

const answers = {
  forwardTo: Flag.String("forward-to").pipe(
    appUrl,
    Flag.withDescription("Hand what checks out on to the app at this URL, whose answer is the answer"),
    Flag.optional
  ),
  status: Flag.Int("status").pipe(
    Flag.filter(Schema.is(Status), () => "Expected a status from 200 to 599"),
    Flag.withDescription("The status to answer with; everything but 200 is a failure (default: 200)"),
    Flag.optional
  ),
  delay: Flag.Int("delay").pipe(
    Flag.filter(Schema.is(Delay), () => "Expected 0 or more milliseconds"),
    withDefault("Milliseconds to wait before answering", 0)
  ),
  hang: Flag.Boolean("hang").pipe(Flag.withDescription("Never answer"), Flag.withDefault(false))
}

export const listen = Command.make(
  "listen",
  {
    ...sellerConnection,
    json,
    port: Flag.Int("port").pipe(
      Flag.filter(Schema.is(Port), () => "Expected a port from 0 to 65535"),
      Flag.withDescription("The port to listen on (default: 9000; any that is free where it makes its own webhook)"),
      Flag.optional
    ),
    ...webhook,
    ...answers
  },
  loadedUntil("unread", async () => (await import("../listen/runListen.ts")).runListen)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Receive notifications here: check and print each, and hand it on to an app"),
  Command.withExamples([
    { command: "sellerkit listen --forward-to localhost:3000/webhooks", description: "Try an app out" },
    { command: "sellerkit listen --events 'content/*' --status 500", description: "Answer with failures" },
    { command: "SELLERKIT_WEBHOOK_SECRET=whsec_… sellerkit listen", description: "For a webhook that is there" }
  ])
)
