/** `DATABASE_URL`, or else a PostgreSQL that is there as long as the example: the one that this repository is tested with. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Database {
  readonly url: string
  close(): Promise<void>
}

const server = join(import.meta.dirname, "../../test/postgres/serve.ts")

export const openDatabase = async (): Promise<Database> => {
  const given = process.env.DATABASE_URL ?? ""
  if (given !== "") return { url: given, close: async () => {} }
  const child = spawn(process.execPath, [server], { stdio: ["ignore", "pipe", "ignore"] })
  process.once("exit", () => child.kill())
  const ended = once(child, "exit")
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])
  if (typeof line !== "string" || !line.startsWith("postgresql://")) {
    throw new Error("No PostgreSQL can be started here: set DATABASE_URL to an empty database of a server of yours")
  }
  return {
    url: line,
    close: async () => {
      child.kill()
      await ended
    }
  }
}
