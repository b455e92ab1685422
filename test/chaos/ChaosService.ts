/** The service, as users start it, and killed as no user would. */
import { join } from "node:path"
import { type RunningProcess, startProcess } from "../fixtures/runningProcess.ts"

const root = join(import.meta.dirname, "..", "..")
const program = "packages/standalone/src/main.ts"
const shortLease = join(import.meta.dirname, "processes", "shortLease.ts")

/** What the service prints as it starts. */
export interface Started {
  readonly api: string
  readonly operatorKey: string
}

/** One process of the service. Times are milliseconds since 1970. */
export interface Life {
  readonly startedAt: number
  /** Absent: it was killed before it listened. */
  readyAt?: number
  /** Absent: it was stopped in order. */
  killedAt?: number
}

export interface ChaosService {
  readonly lives: ReadonlyArray<Life>
  /** Does not wait until it listens. */
  start(): void
  /** Completes when it listens; fails when it cannot. */
  ready(): Promise<Started>
  kill(): Promise<void>
  stop(): Promise<void>
  /** However it is. */
  end(): Promise<void>
}

export const makeService = (options: {
  readonly port: number
  readonly folder: string
  readonly lease: number | undefined
}): ChaosService => {
  const env = { ...process.env, NO_COLOR: "1", PORT: String(options.port), SELLERKIT_DATA: options.folder }
  const lives: Array<Life> = []
  let running: RunningProcess
  let ready: Promise<Started>
  return {
    lives,
    start: () => {
      const life: Life = { startedAt: Date.now() }
      lives.push(life)
      // Not through `npm start`, which would be killed instead of it: this is what it runs.
      const loaded = options.lease === undefined ? [] : ["--import", shortLease]
      const variables = options.lease === undefined ? env : { ...env, CHAOS_LEASE: String(options.lease) }
      running = startProcess([...loaded, program, "serve", "--json"], { cwd: root, env: variables })
      ready = running
        .next((line) => line.startsWith("{"))
        .then((line) => {
          life.readyAt = Date.now()
          return JSON.parse(line) as Started
        })
      // Most processes are killed sooner or later, some before they listen.
      ready.catch(() => undefined)
    },
    ready: () => ready,
    kill: async () => {
      const code = await running.kill()
      if (code !== null) throw new Error(`The service had ended by itself, with ${code}`)
      lives.at(-1)!.killedAt = Date.now()
    },
    stop: async () => {
      const code = await running.stop()
      if (code !== 0) throw new Error(`The service could not stop in order, and ended with ${code}`)
    },
    end: async () => {
      await running.kill()
    }
  }
}
