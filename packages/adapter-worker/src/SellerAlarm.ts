/**
 * A seller's one alarm: always set for when there is something to do next. It is set in the same turn as the commit that
 * gives something to do, so that both become durable together, and neither a crash nor an eviction comes between them.
 */
import { Duration } from "effect"
import type { ObjectStorage } from "./Platform.ts"

// our choice: how soon work that failed is tried again.
const pause = Duration.toMillis(Duration.seconds(10))

type AlarmStorage = Pick<ObjectStorage, "deleteAlarm" | "setAlarm">

export class SellerAlarm {
  private readonly storage: AlarmStorage
  private readonly nextDue: () => number
  /** The time at which the platform will ring; infinite when it will not. */
  private setFor: number

  /** `nextDue`: when there is something to do; infinite when there is nothing. */
  constructor(storage: AlarmStorage, nextDue: () => number, setFor = Infinity) {
    this.storage = storage
    this.nextDue = nextDue
    this.setFor = setFor
  }

  /** A commit was made: the alarm rings no later than there is something to do. One that rings too early does no harm. */
  follow(): void {
    const next = this.nextDue()
    if (next < this.setFor) this.set(next)
  }

  /** The alarm rings: the platform has removed it. */
  rang(): void {
    this.setFor = Infinity
  }

  /** What was due is done. */
  rest(): void {
    const next = this.nextDue()
    if (next !== this.setFor) this.set(next)
  }

  /** What was due could not be done. The platform would try again as well, but only a few times. */
  tryAgain(now: number): void {
    this.set(now + pause)
  }

  private set(time: number): void {
    this.setFor = time
    void (time === Infinity ? this.storage.deleteAlarm() : this.storage.setAlarm(time))
  }
}
