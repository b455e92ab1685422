/** How commands print: for people on a terminal, as JSON lines for everything else. */
import { Console, Effect } from "effect"
import { CliOutput, Flag, TerminalCapabilities } from "effect/cli"

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON, as is done anyway when the output is not a terminal"),
  Flag.withDefault(false)
)

type Style = "bold" | "dim" | "green" | "red" | "cyan"

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 }

/** Colours where the terminal has them. */
export interface Paint {
  (style: Style, text: string): string
}

export const paintWith =
  (canColor: boolean): Paint =>
  (style, text) =>
    canColor ? `\u001B[${codes[style]}m${text}\u001B[0m` : text

/** Prints `value` as one line of JSON, or what `human` makes of it when a person is looking. */
export const print = Effect.fnUntraced(function* <A>(
  asJson: boolean,
  value: A,
  human: (value: A, paint: Paint) => string
) {
  const { canAnimate: isTerminal, canColor } = yield* TerminalCapabilities.TerminalCapabilities
  yield* Console.log(asJson || !isTerminal ? JSON.stringify(value) : human(value, paintWith(canColor)))
})

/** Rows with aligned columns. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths: Array<number> = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, CliOutput.displayWidth(cell))
    }
  }
  const pad = (cell: string, column: number): string =>
    cell + " ".repeat((widths[column] ?? 0) - CliOutput.displayWidth(cell))
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n")
}
