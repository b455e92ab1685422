/** Flags of commands that run a process until it is told to stop. What these say is read in logs, by people. */
import { Flag } from "effect/cli"
import { Profile } from "../../Profile.ts"
import { jsonVariable } from "../output/Output.ts"
import { withDefault } from "./withDefault.ts"

export const processJson = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON; or SELLERKIT_JSON"),
  Flag.withFallbackConfig(jsonVariable),
  Flag.withDefault(false)
)

export const processFlags = {
  json: processJson,
  profile: Flag.Literals("profile", Profile.literals).pipe(
    withDefault(
      "development makes up keys and lets local receivers be called; production does neither, and says what it lacks",
      "development"
    )
  )
}
