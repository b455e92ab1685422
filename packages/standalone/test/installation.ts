/** An installation in a folder of its own, and what `sellerkit doctor` says of it. */
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CommandOptions, type EndedCommand, runCommand } from "./runningCommand.ts"
import { type RunningService, startService } from "./runningService.ts"

interface Diagnosis extends EndedCommand {
  readonly checks: ReadonlyArray<{ check: string; status: string; message: string; advice?: string }>
  /** What is said of one thing, status first. */
  readonly said: (check: string) => ReadonlyArray<string>
}

export interface Installation {
  readonly folder: string
  /** Of its database. */
  readonly file: string
  doctor(args?: ReadonlyArray<string>, options?: CommandOptions): Promise<Diagnosis>
  /** A service over its database, until it is removed. */
  running(): Promise<RunningService>
  /** The port of a server on this machine, until it is removed. */
  listening(server: Server): Promise<number>
  answering(listener: RequestListener): Promise<number>
  remove(): Promise<void>
}

export const makeInstallation = (): Installation => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-doctor-"))
  const file = join(folder, "sellerkit.db")
  const closing: Array<() => unknown> = []
  const listening = async (server: Server): Promise<number> => {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    closing.push(() => server.close())
    return (server.address() as AddressInfo).port
  }
  return {
    folder,
    file,
    doctor: async (args = [], options = {}) => {
      const env = { SELLERKIT_DATA: folder, PORT: "0", ...options.env }
      const ended = await runCommand(["doctor", ...args], { ...options, env })
      const lines = options.columns === undefined ? ended.out.split("\n").filter((line) => line !== "") : []
      const checks: Diagnosis["checks"] = lines.map((line) => JSON.parse(line))
      const said = (name: string) =>
        checks
          .filter(({ check }) => check === name)
          .map(({ advice, message, status }) => `${status}: ${message}${advice === undefined ? "" : ` → ${advice}`}`)
      return { ...ended, checks, said }
    },
    running: async () => {
      const service = await startService({ database: { kind: "sqlite", file } })
      closing.push(() => service.stop())
      return service
    },
    listening,
    answering: (listener) => listening(createServer(listener)),
    remove: async () => {
      for (const close of closing) await close()
      rmSync(folder, { recursive: true })
    }
  }
}
