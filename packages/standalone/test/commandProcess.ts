/** The command line as its users start it: a process, its output and its exit code. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const main = join(import.meta.dirname, "..", "src", "main.ts")

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export const ended = (child: ChildProcessWithoutNullStreams): Promise<Ended> =>
  new Promise((resolve) => {
    let [out, err] = ["", ""]
    // Letters are not cut between two parts.
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.on("close", (code) => resolve({ code, out, err }))
  })

/** The first output that holds what is wanted. */
export const printed = (child: ChildProcessWithoutNullStreams, wanted: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let out = ""
    const giveUp = (reason: string) => reject(new Error(`${reason} without printing ${wanted}: ${out}`))
    const limit = setTimeout(() => giveUp("It ran for 150 s"), 150_000)
    child.stdout.on("data", (chunk) => {
      out += chunk
      if (wanted.test(out)) resolve(out)
    })
    child.on("close", () => {
      clearTimeout(limit)
      giveUp("It ended")
    })
  })

export interface CommandFolder {
  readonly folder: string
  start(args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams
  /** Until it has ended by itself. */
  run(args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>): Promise<Ended>
  /** Ends whatever a test that failed has left running, which would run for ever. */
  remove(): void
}

/** A folder of its own to run commands in. */
export const makeCommandFolder = (): CommandFolder => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-cli-"))
  const started: Array<ChildProcessWithoutNullStreams> = []
  const start: CommandFolder["start"] = (args, env = {}) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: "1", ...env }
    })
    started.push(child)
    return child
  }
  return {
    folder,
    start,
    run: (args, env) => ended(start(args, env)),
    remove: () => {
      for (const child of started) child.kill("SIGKILL")
      rmSync(folder, { recursive: true })
    }
  }
}
