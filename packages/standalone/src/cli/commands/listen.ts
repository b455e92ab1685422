import { Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))
const Status = Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))
const Delay = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const listen = Command.make(
  "listen",
  {
    json,
    port: Flag.Int("port").pipe(
      Flag.filter(Schema.is(Port), () => "Expected a port from 0 to 65535"),
      withDefault("The port to listen on", 9000)
    ),
    secret: Flag.Redacted("secret").pipe(
      Flag.withDescription(`The webhook's secret (whsec_…), to check notifications with`),
      Flag.optional
    ),
    status: Flag.Int("status").pipe(
      Flag.filter(Schema.is(Status), () => "Expected a status from 200 to 599"),
      withDefault("The status to answer with; everything but 200 is a failure", 200)
    ),
    delay: Flag.Int("delay").pipe(
      Flag.filter(Schema.is(Delay), () => "Expected 0 or more milliseconds"),
      withDefault("Milliseconds to wait before answering", 0)
    ),
    hang: Flag.Boolean("hang").pipe(Flag.withDescription("Never answer"), Flag.withDefault(false))
  },
  loaded(async () => (await import("../listen/runListen.ts")).runListen)
).pipe(
  Command.withDescription("Run a local receiver that checks and prints each notification"),
  Command.withExamples([
    { command: "sellerkit listen --secret whsec_…", description: "Check the secret and the signature" },
    { command: "sellerkit listen --status 500", description: "Answer with failures" },
    { command: "sellerkit listen --hang", description: "Never answer" }
  ])
)
