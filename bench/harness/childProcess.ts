/** A process of the benchmark, and typed calls of the commands that it serves. */
import { fork } from "node:child_process"
import { join } from "node:path"

/** Each takes and gives values that can be cloned. */
export type Commands = Readonly<Record<string, (input: never) => unknown>>

export interface Child<Served extends Commands> {
  /** Fails when the command does, or when the process ends. */
  call<Name extends keyof Served & string>(
    name: Name,
    ...input: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>>
  /** Lets it clean up, and waits until it has ended. */
  stop(): Promise<void>
}

interface Call {
  readonly number: number
  readonly name: string
  readonly input: unknown
}

interface Answer {
  readonly number: number
  readonly value?: unknown
  /** Why it failed. */
  readonly problem?: string
}

/** Starts `processes/<script>.ts` with `options` for `serveCommands`. */
export const startChild = <Served extends Commands>(script: string, options: unknown = {}): Child<Served> => {
  const path = join(import.meta.dirname, "..", "processes", `${script}.ts`)
  // What this process was started with, such as flags of a test runner, is not for the other.
  const child = fork(path, [JSON.stringify(options)], { execArgv: [], serialization: "advanced" })
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  let count = 0

  child.on("message", (message) => {
    const { number, problem, value } = message as Answer
    const call = calls.get(number)!
    calls.delete(number)
    if (problem === undefined) call.resolve(value)
    else call.reject(new Error(`${script}: ${problem}`))
  })
  void ended.then(() => {
    for (const call of calls.values()) call.reject(new Error(`${script} ended without an answer`))
  })

  return {
    call: <Name extends keyof Served & string>(name: Name, ...[input]: Parameters<Served[Name]>) => {
      const call: Call = { number: count++, name, input }
      const answer = Promise.withResolvers<unknown>()
      calls.set(call.number, answer)
      child.send(call)
      return answer.promise as Promise<Awaited<ReturnType<Served[Name]>>>
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      const code = await ended
      if (code !== 0) throw new Error(`${script} ended with ${code}`)
    }
  }
}

/** What `startChild` was given. */
export const startOptions = <Options>(): Options => JSON.parse(process.argv[2] ?? "{}") as Options

/** Serves commands to the process that started this one, until that one lets go; then `stop` is called. */
export const serveCommands = (commands: Commands, stop: () => Promise<void> | void = () => {}): void => {
  process.on("message", async (message) => {
    const { input, name, number } = message as Call
    const answer = (rest: Omit<Answer, "number">) => process.send!({ number, ...rest })
    try {
      answer({ value: await commands[name]!(input as never) })
    } catch (error) {
      answer({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.on("disconnect", async () => {
    await stop()
    process.exit(0)
  })
}

/** Uses a process, and stops it whatever happens. */
export const withChild = async <Served extends Commands, A>(
  child: Child<Served>,
  use: (child: Child<Served>) => Promise<A>
): Promise<A> => {
  try {
    return await use(child)
  } finally {
    await child.stop()
  }
}
