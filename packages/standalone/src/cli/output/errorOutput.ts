/** How the command line says that something went wrong: in words to people, as JSON to programs; never among the output. */
import { Console, Effect, Layer, Stdio } from "effect"
import { CliOutput, TerminalCapabilities } from "effect/cli"

const asError = (...messages: ReadonlyArray<string>): string => JSON.stringify({ error: messages.join("\n") })

const jsonFormatter: CliOutput.Formatter = {
  ...CliOutput.defaultFormatter({ colors: false }),
  formatError: ({ message }) => asError(message),
  formatErrors: (errors) => asError(...errors.map(({ message }) => message))
}

/** A wrong invocation is told what is wrong with it, without the whole help, which would bury it. */
const layerWith = (
  formatter: CliOutput.Formatter,
  invalidInvocation: (event: CliOutput.Presenter.InvalidInvocation) => string
) =>
  Layer.merge(
    CliOutput.layer(formatter),
    CliOutput.layerPresenter({
      present: (event) =>
        event._tag === "InvalidInvocation"
          ? Console.error(invalidInvocation(event))
          : CliOutput.defaultPresenter.present(event)
    })
  )

const forPrograms = layerWith(jsonFormatter, ({ errors }) => jsonFormatter.formatErrors(errors))

const forPeople = (colors: boolean) => {
  const formatter = CliOutput.defaultFormatter({ colors })
  return layerWith(
    formatter,
    ({ commandPath, errors }) =>
      `${formatter.formatErrors(errors)}\n\n  ${commandPath.join(" ")} --help shows what there is`
  )
}

/** These write into logs, which people read, unless they are told otherwise. */
const writesLogs = ["serve", "dispatch"]

/** As the command's output is. */
export const errorOutputLayer = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  const { canAnimate: isTerminal, canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const readByProgram =
    args.includes("--json") || (!isTerminal && !writesLogs.some((command) => args.includes(command)))
  return readByProgram ? forPrograms : forPeople(canColor)
}).pipe(Layer.unwrap)
