/**
 * A seller's one alarm. What becomes due is done at once by the object that made it so; the alarm is for what is due later, and
 * for the object that ends before it has done what is due. It is set in the same turn as the commit that gives something to do,
 * so that both become durable together, and neither a crash nor an eviction comes between them.
 */
import { Duration } from "effect"
import type { ObjectStorage } from "../Platform.ts"

// our choice: how soon work that failed is tried again.
const pause = Duration.toMillis(Duration.seconds(10))

/**
 * our choice: how soon the alarm rings after the object has begun to work, in case it ends meanwhile. As long as a lease, so that
 * what was accepted waits no longer for it than what was being sent.
 */
const patience = Duration.toMillis(Duration.seconds(30))

type AlarmStorage = Pick<ObjectStorage, "deleteAlarm" | "setAlarm">

interface Work {
  /** When there is something to do; infinite when there is nothing. */
  readonly nextDue: () => number
  /** Has what is due be done, and `rest` or `tryAgain` be called after it. */
  readonly begin: () => void
}

export class SellerAlarm {
  private readonly storage: AlarmStorage
  private readonly work: Work
  /** The time at which the platform will ring; infinite when it will not. */
  private setFor: number
  private hasRung = false
  /** The object is being opened at first, and rests when it is open. */
  private isBegun = true
  /** Something has come that the work under way may not see any more. */
  private goesOn = false

  constructor(storage: AlarmStorage, work: Work, setFor = Infinity) {
    this.storage = storage
    this.work = work
    this.setFor = setFor
  }

  /** Whether the object is being opened, or what is due is being done or about to be. */
  get isWorking(): boolean {
    return this.isBegun
  }

  /**
   * A commit was made. While the object works, it is enough that the alarm rings soon: there is another look when the work is done.
   */
  follow(now: number): void {
    const soon = now + patience
    if (this.isBegun && this.setFor <= soon) return
    const next = this.work.nextDue()
    this.setAtLatest(next <= now ? soon : next)
    if (next <= now && !this.isBegun) this.begin()
  }

  /** There is something to do now, and the alarm is set. */
  begin(): void {
    if (this.isBegun) {
      this.goesOn = true
      return
    }
    this.isBegun = true
    this.work.begin()
  }

  /** The alarm rings: the platform has removed it, and what is due is done. */
  rang(): void {
    this.setFor = Infinity
    this.hasRung = true
    this.isBegun = true
  }

  /**
   * The object is open, or what was due is done. An alarm that rings too early does little harm, so it is moved to a later time
   * only when it has rung: otherwise each event would move it.
   */
  rest(): void {
    const next = this.work.nextDue()
    if (this.hasRung && next > this.setFor) this.set(next)
    else this.setAtLatest(next)
    this.end()
  }

  /** What was due could not be done. The platform would try again as well, but only a few times. */
  tryAgain(now: number): void {
    this.setAtLatest(now + pause)
    this.end()
  }

  private end(): void {
    const { goesOn } = this
    this.hasRung = false
    this.isBegun = false
    this.goesOn = false
    if (goesOn) this.begin()
  }

  private setAtLatest(time: number): void {
    if (time < this.setFor) this.set(time)
  }

  private set(time: number): void {
    this.setFor = time
    void (time === Infinity ? this.storage.deleteAlarm() : this.storage.setAlarm(time))
  }
}
