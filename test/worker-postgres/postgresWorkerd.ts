/** A Worker whose data are in PostgreSQL, in workerd. */
import { Redacted } from "effect"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { tokenSecret } from "../apiTokens.ts"
import { type Bundle, bundle } from "../fixtures/worker/bundle.ts"
import { compatibilityDate, startMiniflare } from "../worker/startMiniflare.ts"

export interface PostgresWorkerd {
  readonly url: string
  /** Calls `scheduled` again and again, as a cron trigger does, but sooner. */
  keepRinging(): { stop(): Promise<void> }
  stop(): Promise<void>
}

/** What the types of Miniflare leave to those of the platform. */
interface Scheduled {
  scheduled(): Promise<{ readonly outcome: string }>
}

let bundled: Promise<Bundle> | undefined

/** `database`: what Hyperdrive would connect to. */
export const startPostgresWorkerd = async (database: string): Promise<PostgresWorkerd> => {
  const { miniflare, stop, url } = await startMiniflare({
    modules: [...(await (bundled ??= bundle(join(import.meta.dirname, "worker.ts")))).modules],
    compatibilityDate,
    // For `node:net` and what else is needed to talk to a database.
    compatibilityFlags: ["nodejs_compat"],
    bindings: { SECRET: Redacted.value(tokenSecret) },
    hyperdrives: { DATABASE: database }
  })
  const ring = async () => {
    const worker: unknown = await miniflare.getWorker()
    const { outcome } = await (worker as Scheduled).scheduled()
    if (outcome !== "ok") throw new Error(`The cron trigger's call ended with: ${outcome}`)
  }
  return {
    url: url.origin,
    keepRinging: () => {
      const stopping = new AbortController()
      const ringing = (async () => {
        while (!stopping.signal.aborted) {
          await ring()
          await setTimeout(100)
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
