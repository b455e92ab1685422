/**
 * Processed events in a table, over any client of the host. The process that handles an event holds a lease of it meanwhile.
 * Other processes see the lease, and it runs out when its process dies.
 *
 * The handler's writes are not part of it: a process that dies between them and the mark handles the event once more.
 * `transactionStore` closes that gap.
 */
import { type Platform, systemPlatform } from "../Platform.ts"
import type { EventKey, ProcessedEvents } from "../ProcessedEvents.ts"
import { makeTable, type RunStatement, type TableOptions } from "./Table.ts"

export interface SqlStoreOptions extends TableOptions {
  readonly run: RunStatement
  /** Milliseconds after which an event whose process has died may be handled by another. */
  readonly lease?: number
  /** For tests. */
  readonly platform?: Platform
}

/** What every store over a table can do besides. */
export interface TableMaintenance {
  /** Makes the table, unless it exists. */
  readonly createTable: () => Promise<void>
  /** Forgets what was processed that many days ago or longer. */
  readonly forget: (days: number) => Promise<void>
}

export const dayMilliseconds = 24 * 60 * 60 * 1000

// our choice: shorter than the sender's longest intervals, so that a process that dies costs its events little time.
const usualLease = 30_000

export const sqlStore = ({
  lease: leaseLength = usualLease,
  platform = systemPlatform,
  run,
  ...options
}: SqlStoreOptions): ProcessedEvents & TableMaintenance => {
  const table = makeTable(options)

  /** A handler may take longer than a lease. */
  const keepRenewed = async (event: EventKey, lease: string, ended: AbortSignal): Promise<void> => {
    for (;;) {
      await platform.sleep(leaseLength / 3, ended)
      if (ended.aborted) return
      // The next renewal may succeed, and come in time.
      await table.renew(run, event, lease, leaseLength).catch(() => undefined)
    }
  }

  return {
    once: async (event, handle) => {
      const lease = platform.randomId()
      const state = await table.claim(run, event, lease, leaseLength)
      if (state !== "claimed") return state
      const ended = new AbortController()
      void keepRenewed(event, lease, ended.signal)
      try {
        await handle(undefined)
      } catch (error) {
        // The handler's error matters more than a lease that now has to run out.
        await table.abandon(run, event, lease).catch(() => undefined)
        throw error
      } finally {
        ended.abort()
      }
      await table.finish(run, event)
      return "handled"
    },
    createTable: () => table.create(run),
    forget: (days) => table.forget(run, days * dayMilliseconds)
  }
}
