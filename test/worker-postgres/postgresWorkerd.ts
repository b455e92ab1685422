/** A Worker whose data are in PostgreSQL, in workerd. */
import { Redacted } from "effect"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { tokenSecret } from "../apiTokens.ts"
import { type Bundle, bundle } from "../fixtures/worker/bundle.ts"
import { consoleAssets } from "../worker/consoleAssets.ts"
import { compatibilityDate, startMiniflare } from "../worker/startMiniflare.ts"

export interface PostgresWorkerd {
  readonly url: string
  /** Calls `scheduled` once, as a cron trigger does. */
  ring(): Promise<void>
  /** Calls `scheduled` again and again, as a cron trigger does, but sooner. */
  keepRinging(): { stop(): Promise<void> }
  stop(): Promise<void>
}

/** What the types of Miniflare leave to those of the platform. */
interface Scheduled {
  scheduled(): Promise<{ readonly outcome: string }>
}

const bundles = new Map<string, Promise<Bundle>>()

const bundled = (file: string): Promise<Bundle> => {
  const found = bundles.get(file) ?? bundle(join(import.meta.dirname, file))
  bundles.set(file, found)
  return found
}

export interface PostgresWorkerdOptions {
  /** With the console, whose key this is; without, when absent. */
  readonly operatorKey?: string
}

/** `database`: what Hyperdrive would connect to. */
export const startPostgresWorkerd = async (
  database: string,
  { operatorKey }: PostgresWorkerdOptions = {}
): Promise<PostgresWorkerd> => {
  const { modules } = await bundled(operatorKey === undefined ? "worker.ts" : "consoleWorker.ts")
  const { miniflare, stop, url } = await startMiniflare({
    modules: [...modules],
    compatibilityDate,
    // For `node:net` and what else is needed to talk to a database.
    compatibilityFlags: ["nodejs_compat"],
    bindings: { SECRET: Redacted.value(tokenSecret), ...(operatorKey !== undefined && { OPERATOR_KEY: operatorKey }) },
    ...(operatorKey !== undefined && { assets: consoleAssets }),
    hyperdrives: { DATABASE: database }
  })
  const ring = async () => {
    const worker: unknown = await miniflare.getWorker()
    const { outcome } = await (worker as Scheduled).scheduled()
    if (outcome !== "ok") throw new Error(`The cron trigger's call ended with: ${outcome}`)
  }
  return {
    url: url.origin,
    ring,
    keepRinging: () => {
      const stopping = new AbortController()
      const ringing = (async () => {
        while (!stopping.signal.aborted) {
          await ring()
          await setTimeout(250)
        }
      })()
      return {
        stop: () => {
          stopping.abort()
          return ringing
        }
      }
    },
    stop
  }
}
