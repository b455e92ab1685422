/** What is to happen at a certain time. */
import { Effect } from "effect"

interface Appointment {
  /** In milliseconds. */
  readonly at: number
  readonly happens: Effect.Effect<void>
}

export class Appointments {
  private planned: ReadonlyArray<Appointment> = []

  plan(at: number, happens: Effect.Effect<void>): void {
    this.planned = [...this.planned, { at, happens }]
  }

  /** When the next one is; never, when there is none. */
  get next(): number {
    return Math.min(...this.planned.map(({ at }) => at))
  }

  /** When the last one is; long ago, when there is none. */
  get last(): number {
    return Math.max(...this.planned.map(({ at }) => at))
  }

  /** Lets happen what is due; gives whether anything was. */
  keep(now: number): Effect.Effect<boolean> {
    const due = this.planned.filter(({ at }) => at <= now)
    this.planned = this.planned.filter(({ at }) => at > now)
    return Effect.as(Effect.all(due.map(({ happens }) => happens)), due.length > 0)
  }
}
