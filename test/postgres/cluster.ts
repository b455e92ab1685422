/** `sellerkit serve --processes`: the primary process that a test starts, with its workers. */
import { type IncomingMessage, request } from "node:http"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "../fixtures/program.ts"
import { type RunningProcess, startProcess } from "../fixtures/runningProcess.ts"
import type { Answer, Caller } from "./processes.ts"

/** Of one call: whoever has it may be killed, and then nobody answers. */
const patience = 30_000

const ask = (address: string, method: string, path: string, authorization: string, body: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, ...(body === undefined ? undefined : { "content-type": "application/json" }) }
    const options = { method, headers, agent: false, timeout: patience }
    const sent = request(`${address}${path}`, options, async (response: IncomingMessage) => {
      try {
        let text = ""
        for await (const chunk of response.setEncoding("utf8")) text += chunk
        const isJson = response.headers["content-type"]?.includes("json") === true
        resolve({ status: response.statusCode!, body: isJson ? JSON.parse(text) : text })
      } catch (cause) {
        reject(cause)
      }
    })
    sent.on("error", reject)
    sent.on("timeout", () => sent.destroy(new Error(`${method} ${path} was not answered`)))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Each call has a connection of its own, which any worker may get. */
const callerOfAny = (address: string, key: string): Caller => ({
  call: (method, path, body) => ask(address, method, path, `Bearer ${key}`, body),
  sell: (token, method, path, body) => ask(address, method, path, token, body)
})

export interface Cluster extends Caller {
  /** What it printed when all workers served. */
  readonly started: { readonly api: string; readonly operatorKey: string; readonly processes: number }
  readonly primary: RunningProcess
  readonly logged: () => string
}

export interface StartingCluster {
  readonly primary: RunningProcess
  readonly logged: () => string
  readonly serving: () => Promise<Cluster>
  /** Workers end by themselves when the primary process does. */
  close(): Promise<void>
}

export const startCluster = (
  url: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): StartingCluster => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-cluster-"))
  const log = join(folder, "log")
  const file = openSync(log, "w")
  const primary = startProcess([program, "serve", "--json", ...args], {
    cwd: folder,
    env: { ...process.env, PORT: "0", SELLERKIT_DATA: folder, SELLERKIT_DATABASE: url, ...env },
    log: file
  })
  closeSync(file)
  const logged = () => readFileSync(log, "utf8")
  return {
    primary,
    logged,
    serving: async () => {
      const line = await primary
        .next((printed) => printed.startsWith("{"))
        .catch((cause) => {
          throw new Error(`${cause}\n${logged()}`)
        })
      const started = JSON.parse(line)
      return { ...callerOfAny(started.api, started.operatorKey), started, primary, logged }
    },
    close: async () => {
      await primary.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The ids of processes that deliver. */
export const dispatchersOf = async (caller: Caller): Promise<ReadonlyArray<number>> => {
  const { body } = await caller.call("GET", "/operator/v1/dispatchers")
  return body.dispatchers.map(({ name }: { readonly name: string }) => Number(name.split(":").at(-1)))
}

/** The values of a metric, by the number of the process; undefined for those without one. */
export const valuesOf = (metrics: string, name: string): ReadonlyMap<string | undefined, number> => {
  const values = new Map<string | undefined, number>()
  for (const line of metrics.split("\n")) {
    const [, found, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found !== name) continue
    const process = /process="(\d+)"/.exec(labels)?.[1]
    values.set(process, (values.get(process) ?? 0) + Number(value))
  }
  return values
}
