/** A command of `sellerkit` for tests: in this process, with what it prints. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Exit, Fiber, Layer, Stdio, Stream, Terminal } from "effect"
import { Command, TerminalCapabilities } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { errorOutputLayer } from "../src/cli/output/errorOutput.ts"
import { sellerkit } from "../src/cli/sellerkit.ts"

export interface CommandOptions {
  readonly env?: Record<string, string>
  /** Characters that fit beside each other; the output is no terminal when absent. */
  readonly columns?: number
  /** The standard input; empty when absent. */
  readonly input?: string
}

export interface RunningCommand {
  /** What it has printed so far, and what was drawn in between. */
  readonly out: () => string
  readonly err: () => string
  /** Ctrl-C, until it has ended. */
  readonly stop: () => Promise<void>
  /** 0 for success. */
  readonly ended: Promise<number>
}

const layerOf = (
  args: ReadonlyArray<string>,
  { columns, env = {}, input = "" }: CommandOptions,
  draw: (text: string) => void
) => {
  const isTerminal = columns !== undefined
  const capabilities = { canColor: false, canAnimate: isTerminal, canPrompt: false }
  const terminal = Terminal.make({
    columns: Effect.succeed(columns ?? 0),
    rows: Effect.succeed(24),
    size: Effect.die("not asked for"),
    readInput: Effect.die("not asked for"),
    readLine: Effect.die("not asked for"),
    display: (text) => Effect.sync(() => draw(text))
  })
  return errorOutputLayer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(Terminal.Terminal, terminal),
        Stdio.layerTest({ args: Effect.succeed(args), stdin: Stream.make(new TextEncoder().encode(input)) }),
        Layer.succeed(TerminalCapabilities.TerminalCapabilities, capabilities),
        Layer.succeed(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
      )
    ),
    Layer.provideMerge(Layer.mergeAll(NodeServices.layer, SecureRandom.layerWebCrypto))
  )
}

export const startCommand = (args: ReadonlyArray<string>, options: CommandOptions = {}): RunningCommand => {
  let [out, err] = ["", ""]
  const console: Console.Console = {
    ...globalThis.console,
    log: (text) => void (out += `${text}\n`),
    error: (text) => void (err += `${text}\n`)
  }
  const fiber = Effect.runFork(
    Command.runWith(sellerkit, { version: "0" })(args).pipe(
      Effect.provide(layerOf(args, options, (text) => (out += text))),
      Effect.provideService(Console.Console, console)
    )
  )
  return {
    out: () => out,
    err: () => err,
    stop: () => Effect.runPromise(Fiber.interrupt(fiber)),
    ended: Effect.runPromise(Fiber.await(fiber)).then((exit) => (Exit.isSuccess(exit) ? 0 : 1))
  }
}

export interface EndedCommand {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const runCommand = async (args: ReadonlyArray<string>, options: CommandOptions = {}): Promise<EndedCommand> => {
  const { ended, err, out } = startCommand(args, options)
  const code = await ended
  return { code, out: out(), err: err() }
}
