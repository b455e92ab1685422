/**
 * Requests that succeeded, of which no rows say so yet. Those that are settled together are one row of a log, the table `success_log`,
 * and are here in memory, next to the connection that settles. They are applied later (`SuccessRows.ts`), many of a webhook at once:
 * their rows stand side by side then, where each alone would change several pages of the file.
 */
import type { DeliveredEvent } from "../stored/DeliveredRuns.ts"
import type { PlainDelivery } from "../stored/Deliveries.ts"
import type { Undo } from "./Undo.ts"

// our choice: with so many, a thousand webhooks have eight side by side each, and the next process applies what is left in a tenth of a
// second.
export const eventsLogged = 8192

/** What one request delivered of what a lane carried. `gatheredBy`: null where the webhook's records are looked at on their own. */
export interface Success {
  readonly webhook: number
  readonly gatheredBy: number | null
  readonly delivery: PlainDelivery
  readonly events: ReadonlyArray<DeliveredEvent>
}

/** A row of the log. `firstEvent`: the lowest number among its events. */
export interface LogEntry {
  /** Undefined until it is written. */
  number: number | undefined
  firstEvent: number
  unapplied: number
}

interface Logged {
  readonly success: Success
  readonly entry: LogEntry
}

export const newEntry = (): LogEntry => ({ number: undefined, firstEvent: Number.POSITIVE_INFINITY, unapplied: 0 })

export class SuccessLog {
  /** How many events it keeps before it is applied in part; with 0 nothing is logged. */
  private readonly most: number
  private readonly undo: Undo
  /** By webhook: first the one whose oldest success is the oldest. */
  private readonly logged = new Map<number, Array<Logged>>()
  private entries: ReadonlyArray<LogEntry> = []
  private events = 0

  constructor(most: number, undo: Undo) {
    this.most = most
    this.undo = undo
  }

  /** Whether successes are logged at all. */
  get isKept(): boolean {
    return this.most > 0
  }

  /** Whether it has as much as it keeps. */
  get isFull(): boolean {
    return this.events >= this.most
  }

  get areAny(): boolean {
    return this.logged.size > 0
  }

  get webhooks(): Iterable<number> {
    return this.logged.keys()
  }

  /** The lowest number of an event of which no row says that it was delivered; undefined where there is none. */
  get firstEvent(): number | undefined {
    const first = Math.min(...this.entries.map(({ firstEvent }) => firstEvent))
    return first === Number.POSITIVE_INFINITY ? undefined : first
  }

  add(entry: LogEntry, success: Success): void {
    const { events, webhook } = success
    const known = this.logged.get(webhook)
    if (known === undefined) this.logged.set(webhook, [{ entry, success }])
    else known.push({ entry, success })
    for (const { event } of events) entry.firstEvent = Math.min(entry.firstEvent, event)
    entry.unapplied++
    this.events += events.length
    this.undo.add(() => {
      const logged = this.logged.get(webhook)!
      logged.pop()
      if (logged.length === 0) this.logged.delete(webhook)
      this.events -= events.length
    })
  }

  /** The entry is in the table. */
  written(entry: LogEntry): void {
    const { entries } = this
    this.entries = [...entries, entry]
    this.undo.add(() => (this.entries = entries))
  }

  /** Those of a webhook: they are applied. */
  take(webhook: number): ReadonlyArray<Success> {
    const logged = this.logged.get(webhook)
    if (logged === undefined) return []
    this.logged.delete(webhook)
    this.count(logged, -1)
    this.undo.add(() => {
      this.logged.set(webhook, logged)
      this.count(logged, 1)
    })
    return logged.map(({ success }) => success)
  }

  /** The numbers of rows of which everything is applied: they are not needed any more. */
  takeApplied(): ReadonlyArray<number> {
    const { entries } = this
    const left = entries.filter(({ unapplied }) => unapplied > 0)
    if (left.length === entries.length) return []
    this.entries = left
    this.undo.add(() => (this.entries = entries))
    return entries.flatMap(({ number, unapplied }) => (unapplied === 0 ? number! : []))
  }

  private count(logged: ReadonlyArray<Logged>, sign: 1 | -1): void {
    for (const { entry, success } of logged) {
      entry.unapplied += sign
      this.events += sign * success.events.length
    }
  }
}
