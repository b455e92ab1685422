/**
 * Requests that succeeded, of which no rows say so yet. Those that are settled together are one row of a log, the table `success_log`,
 * and are here in memory, next to the connection that settles. They are applied later (`SuccessRows.ts`), many of a webhook at once:
 * their rows stand side by side then, where each alone would change several pages of the file.
 */
import type { SizedKey } from "../stored/StoredEvent.ts"
import type { PlainDelivery } from "../stored/Deliveries.ts"
import type { Undo } from "./Undo.ts"

// our choice: with so many, a thousand webhooks have eight side by side each, and the next process applies what is left in a fifth of a
// second.
export const eventsLogged = 8192

/** What one request delivered of what a lane carried. `gatheredBy`: null where the webhook's records are looked at on their own. */
export interface Success {
  readonly webhook: number
  readonly gatheredBy: number | null
  readonly delivery: PlainDelivery
  readonly events: ReadonlyArray<SizedKey>
}

/** A row of the log. */
export interface LogEntry {
  /** Undefined until it is written. */
  number: number | undefined
  /** The lowest number of an event among its successes. */
  firstEvent: number
  unapplied: number
}

interface Logged {
  readonly success: Success
  readonly entry: LogEntry
}

export const newEntry = (): LogEntry => ({ number: undefined, firstEvent: Number.POSITIVE_INFINITY, unapplied: 0 })

export class SuccessLog {
  /** How many events it has before some are applied; with 0 nothing is logged. */
  private readonly most: number
  private readonly undo: Undo
  /** By webhook. Those that have waited the longest come first, as long as no commit fails. */
  private readonly logged = new Map<number, Array<Logged>>()
  /** Of which not everything is applied. */
  private readonly entries = new Set<LogEntry>()
  /** Of which everything is, and whose rows are still there. */
  private applied: Array<LogEntry> = []
  private events = 0

  constructor(most: number, undo: Undo) {
    this.most = most
    this.undo = undo
  }

  /** Whether successes are logged, and it has not fallen behind: where they cannot be applied, it does not grow for ever. */
  get hasRoom(): boolean {
    return this.events < 2 * this.most
  }

  /** Whether it has as much as it should. */
  get isFull(): boolean {
    return this.areAny && this.events >= this.most
  }

  get areAny(): boolean {
    return this.logged.size > 0
  }

  get webhooks(): Iterable<number> {
    return this.logged.keys()
  }

  /** The lowest number of an event of which no row says that it was delivered; undefined where there is none. */
  get firstEvent(): number | undefined {
    let first: number | undefined
    for (const { firstEvent } of this.entries) first = Math.min(firstEvent, first ?? firstEvent)
    return first
  }

  add(entry: LogEntry, success: Success): void {
    const { webhook } = success
    const logged = { entry, success }
    const known = this.logged.get(webhook)
    if (known === undefined) this.logged.set(webhook, [logged])
    else known.push(logged)
    const { firstEvent } = entry
    for (const { event } of success.events) entry.firstEvent = Math.min(entry.firstEvent, event)
    this.count(logged, 1)
    this.undo.add(() => {
      this.logged.get(webhook)!.pop()
      if (this.logged.get(webhook)!.length === 0) this.logged.delete(webhook)
      entry.firstEvent = firstEvent
      this.count(logged, -1)
    })
  }

  /** Some of a webhook, the oldest first, with so many events or a success more: they are applied. */
  take(webhook: number, mostEvents = Number.POSITIVE_INFINITY): ReadonlyArray<Success> {
    const logged = this.logged.get(webhook)
    if (logged === undefined) return []
    let events = 0
    const end = logged.findIndex(({ success }) => (events += success.events.length) >= mostEvents)
    const taken = end === -1 ? logged : logged.slice(0, end + 1)
    this.logged.delete(webhook)
    // What is left of it waits behind the others.
    if (taken.length < logged.length) this.logged.set(webhook, logged.slice(taken.length))
    const before = this.applied.length
    for (const one of taken) {
      this.count(one, -1)
      if (one.entry.unapplied === 0) this.applied.push(one.entry)
    }
    this.undo.add(() => {
      this.logged.set(webhook, logged)
      for (const one of taken) this.count(one, 1)
      this.applied.length = before
    })
    return taken.map(({ success }) => success)
  }

  /** A row of which everything was applied by the process before this one. */
  addApplied(entry: LogEntry): void {
    this.applied.push(entry)
  }

  /** The numbers of rows of which everything is applied: they are not needed any more. */
  takeApplied(): ReadonlyArray<number> {
    const { applied } = this
    if (applied.length === 0) return []
    this.applied = []
    this.undo.add(() => (this.applied = applied))
    // One that is not written yet need not be.
    return applied.flatMap(({ number }) => number ?? [])
  }

  private count({ entry, success }: Logged, sign: 1 | -1): void {
    this.events += sign * success.events.length
    entry.unapplied += sign
    if (entry.unapplied === 0) this.entries.delete(entry)
    else this.entries.add(entry)
  }
}
