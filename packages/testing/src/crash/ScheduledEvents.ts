/** What happens at given times of a crash scenario. */
import { Effect } from "effect"

interface ScheduledEvent {
  /** In milliseconds. */
  readonly at: number
  readonly happens: Effect.Effect<void>
}

export class ScheduledEvents {
  private scheduled: ReadonlyArray<ScheduledEvent> = []

  schedule(at: number, happens: Effect.Effect<void>): void {
    this.scheduled = [...this.scheduled, { at, happens }]
  }

  /** When the next one is; infinite when there is none. */
  get next(): number {
    return Math.min(...this.scheduled.map(({ at }) => at))
  }

  /** When the last one is; minus infinity when there is none. */
  get last(): number {
    return Math.max(...this.scheduled.map(({ at }) => at))
  }

  /** Runs what is due, and tells whether anything was. */
  runDue(now: number): Effect.Effect<boolean> {
    const due = this.scheduled.filter(({ at }) => at <= now)
    this.scheduled = this.scheduled.filter(({ at }) => at > now)
    return Effect.as(Effect.all(due.map(({ happens }) => happens)), due.length > 0)
  }
}
