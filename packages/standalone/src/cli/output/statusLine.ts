/** A line at the bottom of a terminal that is drawn again as things go on. */
import { Effect, Terminal } from "effect"
import { type AsJson, isForPeople, isTerminal } from "./Output.ts"

const clear = "\r\u001B[K"

/** Draws it where a person looks, and nowhere else. The empty text takes it away. */
export const drawStatus = Effect.fnUntraced(function* (asJson: AsJson, text: string) {
  if (!(yield* isTerminal) || !(yield* isForPeople(asJson))) return
  const terminal = yield* Terminal.Terminal
  // A line that is too long would be continued below, and could not be drawn again.
  const shown = text.slice(0, Math.max(0, (yield* terminal.columns) - 1))
  // A terminal that is gone does not stop anything.
  yield* Effect.ignore(terminal.display(`${clear}${shown}`))
})
