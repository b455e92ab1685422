/**
 * A seller's one alarm: always set for when there is something to do next. It is set in the same turn as the commit that
 * gives something to do, so that both become durable together, and neither a crash nor an eviction comes between them.
 */
import { RecordKind, type RetentionPeriods } from "@sellerkit/core"
import type { NextWork } from "@sellerkit/storage-sqlite/durable-object"
import { Duration } from "effect"
import type { ObjectStorage } from "./Platform.ts"

// our choice: records that have become too old wait for others, so that they are removed once a day.
const betweenRemovals = Duration.toMillis(Duration.days(1))

// our choice: how soon work that failed is tried again.
const pause = Duration.toMillis(Duration.seconds(10))

type AlarmStorage = Pick<ObjectStorage, "deleteAlarm" | "setAlarm">

export class SellerAlarm {
  private readonly storage: AlarmStorage
  private readonly nextWork: () => NextWork
  private readonly periods: RetentionPeriods
  /** What the platform will ring at; undefined when it will not. */
  private setFor: number | undefined
  private notRemovedBefore = 0

  constructor(
    storage: AlarmStorage,
    given: {
      readonly nextWork: () => NextWork
      readonly periods: RetentionPeriods
      readonly setFor: number | undefined
    }
  ) {
    this.storage = storage
    this.nextWork = given.nextWork
    this.periods = given.periods
    this.setFor = given.setFor
  }

  /** A commit was made: the alarm rings no later than there is something to do. One that rings too early does no harm. */
  follow(): void {
    const next = this.next(this.nextWork())
    if (next !== undefined && (this.setFor === undefined || next < this.setFor)) this.set(next)
  }

  /** It rings: the platform has taken it off. */
  rang(): void {
    this.setFor = undefined
  }

  /** What was due is done. */
  rest(): void {
    const next = this.next(this.nextWork())
    if (next === undefined) this.clear()
    else if (next !== this.setFor) this.set(next)
  }

  /** What was due could not be done. The platform would try again as well, but only a few times. */
  tryAgain(now: number): void {
    this.set(now + pause)
  }

  /** Whether there may be records that are too old. */
  isRemovalDue(now: number): boolean {
    const removal = this.removal(this.nextWork())
    return removal !== undefined && removal <= now
  }

  removed(now: number): void {
    this.notRemovedBefore = now + betweenRemovals
  }

  private set(time: number): void {
    this.setFor = time
    void this.storage.setAlarm(time)
  }

  private clear(): void {
    if (this.setFor === undefined) return
    this.setFor = undefined
    void this.storage.deleteAlarm()
  }

  private next(work: NextWork): number | undefined {
    return earliest([work.delivery, work.resend, this.removal(work) ?? null])
  }

  private removal({ oldest }: NextWork): number | undefined {
    const tooOld = RecordKind.literals.map((kind) => {
      const written = oldest[kind]
      const period = this.periods[kind]
      return written === null || !Duration.isFinite(period) ? null : written + Duration.toMillis(period)
    })
    const first = earliest(tooOld)
    return first === undefined ? undefined : Math.max(first, this.notRemovedBefore)
  }
}

const earliest = (times: ReadonlyArray<number | null>): number | undefined => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? undefined : Math.min(...known)
}
