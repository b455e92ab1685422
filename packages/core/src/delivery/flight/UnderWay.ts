/**
 * The requests under way, by their lanes. There are as many at once as receivers need: those to fast ones end while they are young,
 * so that few at once carry everything. Those to slow ones grow old, and make room for others.
 */
import { Duration, type Fiber, Option } from "effect"
import type { Account } from "../../access/Account.ts"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { AccountCapacity } from "../queue/claimRules.ts"
import type { LeasedLane } from "./LeasedLane.ts"

// our choice: young requests at once. Alone, undici sends fastest with so many.
const youngAtOnce = 64

// our choice: so many ticks make a request old. A process cannot make 64 requests in five milliseconds, so that slow receivers
// cost no throughput.
const youngFor = 5

// our choice: about the least that a timer can wait. A tick takes longer if the process is busy, and rightly so: a request is not
// old because the process has not come to its answer.
const tick = Duration.millis(1)

// our choice: where there are as many as there may be and none has ended for so long, others may be able to send what arrives.
const expectedEnd = Duration.millis(100)

export class UnderWay {
  /** How many there may be. */
  private readonly most: number
  /** What each account has under way of the lanes that it may have. */
  private readonly accounts: AccountCapacity
  /** In an array, each knowing its place: a `Set` that lives long keeps what leaves it from the garbage collector's cheap rounds. */
  private readonly lanes: Array<LeasedLane> = []
  /** Those that began first come first. */
  private readonly young: Array<LeasedLane> = []
  private ticks = 0
  private lastEndAt = Number.NEGATIVE_INFINITY

  constructor({ concurrency, lanesPerAccount }: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.most = concurrency
    this.accounts = new AccountCapacity(lanesPerAccount)
  }

  get size(): number {
    return this.lanes.length
  }

  get fibers(): ReadonlyArray<Fiber.Fiber<unknown, unknown>> {
    return this.lanes.flatMap(({ fiber }) => fiber ?? [])
  }

  /**
   * Whether another may begin now. Where all receivers are slow, they become twice as many again and again. The hanging ones of one
   * account change nothing for others.
   */
  get hasRoom(): boolean {
    const { lanes, most, young } = this
    return lanes.length < most && young.length < Math.max(youngAtOnce, lanes.length - young.length)
  }

  /** Whether another of the account may. It can have more lanes than its share: some were claimed while others arrived. */
  hasRoomFor(account: Account): boolean {
    return !this.accounts.isFull(account)
  }

  /** How long until another may begin although none ends; none where none may, or one may now. */
  get growsIn(): Option.Option<Duration.Duration> {
    const [oldest] = this.young
    return oldest === undefined || this.hasRoom || this.lanes.length === this.most
      ? Option.none()
      : Option.some(Duration.times(tick, oldest.begunAt + youngFor - this.ticks))
  }

  /** When lanes that wait are looked at again although none ends. */
  get looksIn(): Duration.Duration {
    return this.young.length > 0 ? tick : expectedEnd
  }

  begin(lane: LeasedLane): void {
    lane.begunAt = this.ticks
    lane.place = this.lanes.length
    this.lanes.push(lane)
    this.young.push(lane)
    this.accounts.add(lane.lease.owner)
  }

  /** `now` in milliseconds, as `monotonicMillis` has them. */
  end(lane: LeasedLane, now: number): void {
    this.lastEndAt = now
    this.accounts.remove(lane.lease.owner)
    const last = this.lanes.pop()!
    if (last !== lane) {
      this.lanes[lane.place] = last
      last.place = lane.place
    }
    const place = this.young.indexOf(lane)
    if (place !== -1) this.young.splice(place, 1)
  }

  /** A tick has passed in which another request might have had to wait. No other tick counts. */
  tick(): void {
    this.ticks += 1
    const stillYoung = this.young.findIndex(({ begunAt }) => begunAt + youngFor > this.ticks)
    this.young.splice(0, stillYoung === -1 ? this.young.length : stillYoung)
  }

  /** Whether what arrives now would wait for long. */
  isStuck(now: number): boolean {
    return this.lanes.length >= this.most && now - this.lastEndAt >= Duration.toMillis(expectedEnd)
  }
}
