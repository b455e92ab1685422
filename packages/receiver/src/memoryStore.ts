/** Processed events in the memory of one process: forgotten when it ends. For tests, and where handling twice does no harm. */
import type { EventKey, ProcessedEvents } from "./ProcessedEvents.ts"

export interface MemoryStoreOptions {
  /** How many events are remembered at least; at most twice as many are. */
  readonly least?: number
}

const nameOf = ({ idempotencyKey, sellerId }: EventKey): string => JSON.stringify([sellerId, idempotencyKey])

/**
 * Two generations, the older of which is dropped as a whole: dropping the oldest event alone would leave a gap in the set,
 * and looking for the next oldest would walk over all gaps.
 */
// our choice: 20 to 40 MiB when it is full.
export const memoryStore = ({ least = 100_000 }: MemoryStoreOptions = {}): ProcessedEvents => {
  if (!Number.isInteger(least) || least < 1) throw new Error(`least is ${least}: give a number of events from 1 on`)
  const busy = new Set<string>()
  let recent = new Set<string>()
  let older = new Set<string>()

  const remember = (name: string): void => {
    recent.add(name)
    if (recent.size < least) return
    older = recent
    recent = new Set()
  }

  return {
    once: async (event, handle) => {
      const name = nameOf(event)
      if (recent.has(name) || older.has(name)) return "processed"
      if (busy.has(name)) return "busy"
      busy.add(name)
      try {
        await handle(undefined)
      } finally {
        busy.delete(name)
      }
      remember(name)
      return "handled"
    }
  }
}
