/** The command `sellerkit doctor`: its flags and its help. */
import { Config } from "effect"
import { Command, Flag } from "effect/cli"
import { Profile } from "../../settings/Profile.ts"
import { httpClient } from "../connection/httpClient.ts"
import { operatorKey } from "../flags/connectionFlags.ts"
import { receiverUrl, serviceUrl } from "../flags/urlFlag.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

export const doctor = Command.make(
  "doctor",
  {
    json,
    profile: Flag.Literals("profile", Profile.literals).pipe(
      withDefault("The profile that the service is started with", "development")
    ),
    url: Flag.String("url").pipe(
      Flag.withDescription("Where the service runs; or SELLERKIT_URL (default: where its settings say)"),
      Flag.withFallbackConfig(Config.NonEmptyString("SELLERKIT_URL")),
      serviceUrl,
      Flag.optional
    ),
    operatorKey,
    webhookUrl: Flag.String("webhook-url").pipe(
      Flag.withDescription("Also check whether the receiver at this URL could be reached"),
      receiverUrl,
      Flag.optional
    )
  },
  loaded(async () => (await import("../doctor/runDoctor.ts")).runDoctor)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Check this installation, and say what to do about each problem"),
  Command.withExamples([
    { command: "sellerkit doctor", description: "Settings, files, database, clock, port, service" },
    { command: "sellerkit doctor --webhook-url https://host.example/webhooks", description: "And a receiver" }
  ])
)
