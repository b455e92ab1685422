/** A process of the service, as users start it, and killed as no user would. */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type RunningProcess, startProcess } from "../../test/fixtures/runningProcess.ts"

const root = join(import.meta.dirname, "..", "..")
const program = "packages/standalone/src/main.ts"
const preloaded = (file: string): ReadonlyArray<string> => ["--import", join(root, file)]

/** Milliseconds: many processes that start together wait for each other. */
export const startsWithin = 90_000

/** What the service prints as it starts; a dispatcher alone has nothing to call. */
export interface Started {
  readonly api: string
  readonly operatorKey: string
}

/** From a start of a process to its end. Times are milliseconds since 1970. */
export interface Life {
  readonly startedAt: number
  /** Absent: it was killed before it listened. */
  readyAt?: number
  /** Absent: it was stopped in order, or ended by itself. */
  killedAt?: number
  /** By itself. */
  endedAt?: number
  /** When it stood still. */
  readonly stalls: Array<Stall>
}

/** Milliseconds since 1970. */
interface Stall {
  readonly from: number
  readonly until: number
}

export interface ChaosService {
  readonly name: string
  readonly lives: ReadonlyArray<Life>
  /** Does not wait until it listens. */
  start(): void
  /** Completes when it listens; fails when it cannot. */
  ready(): Promise<Started>
  kill(): Promise<void>
  /** It stands still for so many milliseconds, as one that gets no processor time, and goes on. */
  stall(milliseconds: number): Promise<void>
  stop(): Promise<void>
  /** However it is. */
  end(): Promise<void>
}

export interface ServiceOptions {
  readonly name: string
  readonly command: ReadonlyArray<string>
  readonly env: Readonly<NodeJS.ProcessEnv>
  /** Seconds; absent: as long as for everybody. */
  readonly lease?: number | undefined
  /** Milliseconds. */
  readonly clockError?: number
  /** The number of an open file; absent: the terminal. */
  readonly log?: number
}

export const makeService = (options: ServiceOptions): ChaosService => {
  const { clockError, command, lease, log, name } = options
  const loaded = [
    ...preloaded("chaos/processes/sender.ts"),
    ...(lease === undefined ? [] : preloaded("test/fixtures/shortLease.ts")),
    ...(clockError === undefined ? [] : preloaded("chaos/processes/wrongClock.ts"))
  ]
  const env = {
    ...options.env,
    NO_COLOR: "1",
    ...(lease === undefined ? undefined : { LEASE_SECONDS: String(lease) }),
    ...(clockError === undefined ? undefined : { CHAOS_CLOCK_ERROR: String(clockError) })
  }
  const lives: Array<Life> = []
  let running: RunningProcess | undefined
  let ready: Promise<Started>
  return {
    name,
    lives,
    start: () => {
      const life: Life = { startedAt: Date.now(), stalls: [] }
      const variables = { ...env, CHAOS_SENDER: `${name}/${lives.length}` }
      lives.push(life)
      // Not through `npm start`, which would be killed instead of it: this is what it runs.
      const started = startProcess([...loaded, program, ...command], {
        cwd: root,
        env: variables,
        ...(log === undefined ? undefined : { log })
      })
      running = started
      void started.ended.then((code) => {
        if (code !== null) life.endedAt = Date.now()
      })
      ready = started
        .next((line) => line.startsWith("{"), startsWithin)
        .then((line) => {
          life.readyAt = Date.now()
          return JSON.parse(line) as Started
        })
      // Most processes are killed sooner or later, some before they listen.
      ready.catch(() => undefined)
    },
    ready: () => ready,
    kill: async () => {
      const code = await running!.kill()
      if (code === null) lives.at(-1)!.killedAt = Date.now()
    },
    stall: async (milliseconds) => {
      const stalled = running!
      const { stalls } = lives.at(-1)!
      const from = Date.now()
      stalled.suspend()
      await sleep(milliseconds)
      stalls.push({ from, until: Date.now() })
      stalled.resume()
    },
    stop: async () => {
      const code = await running!.stop()
      delete lives.at(-1)!.endedAt
      if (code !== 0) throw new Error(`The process ${name} could not stop in order, and ended with ${code}`)
    },
    end: async () => {
      await running?.kill()
    }
  }
}
