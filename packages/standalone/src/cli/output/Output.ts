/** How commands print: for people on a terminal, as JSON lines for everything else. */
import { Config, Console, Effect, Option, Terminal } from "effect"
import { Flag, TerminalCapabilities } from "effect/cli"

/** Whether JSON is asked for, or output for people; none where the terminal decides. */
export type AsJson = Option.Option<boolean>

/** Also for errors, which are written before any flag is read. */
export const jsonVariable = Config.Boolean("SELLERKIT_JSON")

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription(
    "Print JSON, as is done anyway when the output is not a terminal; --no-json prints for people there; or SELLERKIT_JSON"
  ),
  Flag.withFallbackConfig(jsonVariable),
  Flag.optional
)

export type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan"

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/** Colours where the terminal has them. */
export interface Paint {
  (style: Style, text: string): string
}

export const paintWith =
  (canColor: boolean): Paint =>
  (style, text) =>
    canColor ? `\u001B[${codes[style]}m${text}\u001B[0m` : text

/** Whether a person looks at a terminal. */
export const isTerminal = Effect.map(TerminalCapabilities.TerminalCapabilities, ({ canAnimate }) => canAnimate)

/** Whether a person reads along. */
export const isForPeople = (asJson: AsJson) =>
  Effect.map(isTerminal, (isTerminal) => Option.match(asJson, { onNone: () => isTerminal, onSome: (json) => !json }))

const paint = Effect.map(TerminalCapabilities.TerminalCapabilities, ({ canColor }) => paintWith(canColor))

/** Where tables and charts are shown. */
export interface Screen {
  readonly paint: Paint
  /** How many characters fit into a line. */
  readonly columns: number
}

/** The screen of the terminal. Output elsewhere has no limit. */
const screen = Effect.gen(function* () {
  const columns = yield* (yield* Terminal.Terminal).columns
  return { paint: yield* paint, columns: columns === 0 ? Infinity : columns } satisfies Screen
})

/** Prints `value` as one line of JSON, or what `human` draws of it when a person is looking. */
export const printDrawn = Effect.fnUntraced(function* <A>(
  asJson: AsJson,
  value: A,
  human: (value: A, screen: Screen) => string
) {
  yield* Console.log((yield* isForPeople(asJson)) ? human(value, yield* screen) : JSON.stringify(value))
})

/** The same for texts that need not fit into the terminal. */
export const print = <A>(asJson: AsJson, value: A, human: (value: A, paint: Paint) => string) =>
  printDrawn(asJson, value, (shown, { paint }) => human(shown, paint))

/** Prints each value as one line of JSON, or what `human` makes of all of them when a person is looking. */
export const printAll = Effect.fnUntraced(function* <A>(
  asJson: AsJson,
  values: ReadonlyArray<A>,
  human: (values: ReadonlyArray<A>, screen: Screen) => string
) {
  if (yield* isForPeople(asJson)) return yield* Console.log(human(values, yield* screen))
  yield* Effect.forEach(values, (value) => Console.log(JSON.stringify(value)), { discard: true })
})
