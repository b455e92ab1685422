import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Layer, Stdio } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"
import { CommandFailed } from "../src/cli/CommandFailed.ts"
import { errorOutputLayer } from "../src/cli/output/errorOutput.ts"
import { warn } from "../src/cli/output/warn.ts"

/** Fails when it is called correctly. */
const failing = (name: string) =>
  Command.make(name, { json: Flag.Boolean("json").pipe(Flag.withDefault(false)) }, () =>
    Effect.fail(new CommandFailed({ message: "It is wrong:\n  in one place" }))
  )
/** Goes on although something is wrong. */
const waiting = Command.make("deliveries", {}, () => warn("It is away:\nit waits"))
const program = Command.make("sellerkit").pipe(Command.withSubcommands([failing("token"), failing("serve"), waiting]))

/** What the command line prints. */
const printed = Effect.fnUntraced(function* (isTerminal: boolean, ...args: ReadonlyArray<string>) {
  const [out, err]: [Array<string>, Array<string>] = [[], []]
  const console: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (line: string) => out.push(line),
    error: (line: string) => err.push(line)
  })
  const surroundings = Layer.mergeAll(
    NodeServices.layer,
    Stdio.layerTest({ args: Effect.succeed([...args]) }),
    Layer.succeed(TerminalCapabilities.TerminalCapabilities, {
      canAnimate: isTerminal,
      canColor: false,
      canPrompt: false
    })
  )
  yield* Command.run(program, { version: "1" }).pipe(
    Effect.provide(Layer.provideMerge(errorOutputLayer, surroundings)),
    Effect.provideService(Console.Console, console),
    Effect.exit
  )
  return { out: out.join("\n"), err: err.join("\n") }
})

describe("what the command line says when something went wrong", () => {
  it.effect("is in words on a terminal, with where help is after a wrong invocation", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* printed(true, "token"), { out: "", err: "\nERROR\n  It is wrong:\n  in one place" })
      const { err, out } = yield* printed(true, "token", "--nope")
      assert.strictEqual(out, "")
      assert.match(err, /Unrecognized flag: --nope.*\n\n {2}sellerkit token --help shows what there is$/s)
    })
  )

  it.effect("is one line of JSON where that is asked for, or the output is not a terminal", () =>
    Effect.gen(function* () {
      const failure = { out: "", err: '{"error":"It is wrong:\\n  in one place"}' }
      assert.deepStrictEqual(yield* printed(true, "token", "--json"), failure)
      assert.deepStrictEqual(yield* printed(false, "token"), failure)
      assert.deepStrictEqual(yield* printed(false, "serve", "--json"), failure)
      const { err, out } = yield* printed(false, "token", "--nope", "--none")
      assert.strictEqual(out, "")
      assert.match(JSON.parse(err).error, /--nope.*\n.*--none/)
    })
  )

  it.effect("is a warning, and no error, where the command goes on", () =>
    Effect.gen(function* () {
      const inWords = "\nWARNING\n  It is away:\n  it waits"
      assert.deepStrictEqual(yield* printed(true, "deliveries"), { out: "", err: inWords })
      const asJson = '{"warning":"It is away:\\nit waits"}'
      assert.deepStrictEqual(yield* printed(false, "deliveries"), { out: "", err: asJson })
    })
  )

  it.effect("is in words for serve, whose output is a log", () =>
    Effect.gen(function* () {
      assert.match((yield* printed(false, "serve")).err, /^\nERROR\n/)
    })
  )

  it.effect("is not in the way of help that was asked for", () =>
    Effect.gen(function* () {
      const { err, out } = yield* printed(false, "token", "--help")
      assert.strictEqual(err, "")
      assert.match(out, /USAGE/)
    })
  )
})
