/** Flags of commands that run a process until it is told to stop. People read the output of these commands in logs. */
import { Flag } from "effect/cli"
import { Profile } from "../../settings/Profile.ts"
import { jsonVariable } from "../output/Output.ts"
import { withDefault } from "./withDefault.ts"

export const processJson = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON; or SELLERKIT_JSON"),
  Flag.withFallbackConfig(jsonVariable),
  Flag.withDefault(false)
)

/** Replaces `PORT`, and is read like it. */
export const port = Flag.String("port").pipe(
  Flag.withDescription("The port to listen on, 0 for any that is free; or PORT (default: 8080)"),
  Flag.optional
)

/** Replaces `SELLERKIT_DATABASE`, and is read like it. */
export const database = Flag.String("database").pipe(
  Flag.withDescription(
    "sqlite:<file>, postgres://<host>/<database> or memory:; or SELLERKIT_DATABASE, where others do not see a password (default: sqlite:<SELLERKIT_DATA>/sellerkit.db)"
  ),
  Flag.optional
)

export const processFlags = {
  port,
  database,
  json: processJson,
  profile: Flag.Literals("profile", Profile.literals).pipe(
    withDefault(
      "development makes up keys and lets local receivers be called; production does neither, and says what it lacks",
      "development"
    )
  )
}
