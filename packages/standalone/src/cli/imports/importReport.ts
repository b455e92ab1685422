/** What became of imported rows, for people. */
import { counted } from "../output/counted.ts"
import type { Screen } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import type { Sent } from "./Row.ts"

// our choice: more than a person corrects one by one. JSON has all of them.
const mostShown = 100

const heading = ["Line", "Field", "Reason"].map((text): Cell => ["dim", text])

/** `left`: how many rows were refused. Each may have several wrong fields. */
export const importReport = (sent: Sent, left: number, screen: Screen): string => {
  const { accepted, refused } = sent
  const taken = `${screen.paint("green", "Taken")} ${counted(accepted, "row")}`
  if (left === 0) return taken
  const rows = refused
    .slice(0, mostShown)
    .map(({ field, line, reason }): ReadonlyArray<Cell> => [String(line), printable(field), printable(reason)])
  const hidden = refused.length - rows.length + sent.more
  return [
    taken,
    `${screen.paint("red", "Refused")} ${counted(left, "row")}`,
    table([heading, ...rows], screen),
    ...(hidden === 0 ? [] : [`And ${hidden} more`])
  ].join("\n")
}
