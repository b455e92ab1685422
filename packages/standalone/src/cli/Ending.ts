/** What it means for a command that it is told to stop, or that nobody reads what it prints any more. */
import { Context, Effect } from "effect"

export type Ending =
  /** It has not done what it was to do. */
  | "unfinished"
  /** It goes on until it is told to stop, or what it has begun goes on in the service. */
  | "stopped"
  /** It goes on until it is told to stop, and is of no use where nobody reads what it prints. */
  | "unread"

/** That of the command that the process runs, which says so as it begins. */
export const CurrentEnding = Context.Reference<{ ending: Ending }>("@sellerkit/standalone/cli/CurrentEnding", {
  defaultValue: () => ({ ending: "unfinished" })
})

export const endsWhen = (ending: Exclude<Ending, "unfinished">): Effect.Effect<void> =>
  Effect.flatMap(CurrentEnding, (current) => Effect.sync(() => void (current.ending = ending)))
