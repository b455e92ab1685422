/** Says what goes wrong while a command goes on: in the same place as its errors, and in their form, but not as one. */
import { Console, Context, Effect } from "effect"
import { printable } from "./printable.ts"

/** How a warning is written. The command line says so by `errorOutputLayer`. */
export const WarningFormat = Context.Reference<(message: string) => string>("@sellerkit/standalone/cli/WarningFormat", {
  defaultValue: () => warningForPeople((heading) => heading)
})

export const warningForPeople =
  (paint: (heading: string) => string) =>
  (message: string): string =>
    ["", paint("WARNING"), ...message.split("\n").map((line) => `  ${printable(line)}`)].join("\n")

export const warningForPrograms = (warning: string): string => JSON.stringify({ warning })

export const warn = (message: string): Effect.Effect<void> =>
  Effect.flatMap(WarningFormat, (format) => Console.error(format(message)))
