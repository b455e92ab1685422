/** How the command line says that something went wrong: in words to people, as JSON to programs; never among the output. */
import { Config, Console, Effect, Layer, Option, Stdio } from "effect"
import { CliOutput, TerminalCapabilities } from "effect/cli"
import { isForPeople, jsonVariable, paintWith } from "./Output.ts"
import { WarningFormat, warningForPeople, warningForPrograms } from "./warn.ts"

export const asError = (...messages: ReadonlyArray<string>): string => JSON.stringify({ error: messages.join("\n") })

const jsonFormatter: CliOutput.Formatter = {
  ...CliOutput.defaultFormatter({ colors: false }),
  formatError: ({ message }) => asError(message),
  formatErrors: (errors) => asError(...errors.map(({ message }) => message))
}

/** For a wrong invocation it says what is wrong, without the whole help, which would bury the message. */
const layerWith = (
  formatter: CliOutput.Formatter,
  warning: (message: string) => string,
  invalidInvocation: (event: CliOutput.Presenter.InvalidInvocation) => string
) =>
  Layer.mergeAll(
    CliOutput.layer(formatter),
    Layer.succeed(WarningFormat, warning),
    CliOutput.layerPresenter({
      present: (event) =>
        event._tag === "InvalidInvocation"
          ? Console.error(invalidInvocation(event))
          : CliOutput.defaultPresenter.present(event)
    })
  )

const forPrograms = layerWith(jsonFormatter, warningForPrograms, ({ errors }) => jsonFormatter.formatErrors(errors))

const forPeople = (colors: boolean) => {
  const formatter = CliOutput.defaultFormatter({ colors })
  return layerWith(
    formatter,
    warningForPeople((heading) => paintWith(colors)("yellow", heading)),
    ({ commandPath, errors }) =>
      `${formatter.formatErrors(errors)}\n\n  ${commandPath.join(" ")} --help shows what there is`
  )
}

/** These commands write into logs, which are for people unless a flag or the variable says otherwise. */
const writesLogs = ["serve", "dispatch", "sandbox"]

/** What the last of the flags says, or else the variable; an unreadable one is reported where flags are read. */
const toldBy = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const flag = args.findLast((arg) => arg === "--json" || arg === "--no-json")
  if (flag !== undefined) return Option.some(flag === "--json")
  return yield* Effect.orElseSucceed(Config.option(jsonVariable), () => Option.none())
})

/** Errors in the same form as the command's output. */
export const errorOutputLayer = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const told = yield* toldBy(args)
  const isLog = writesLogs.some((command) => args.includes(command))
  const readByPeople = isLog ? !Option.contains(told, true) : yield* isForPeople(told)
  return readByPeople ? forPeople(canColor) : forPrograms
}).pipe(Layer.unwrap)
