/**
 * The lanes that are leased to dispatchers of this process as events arrive for them, and their events that nothing became of yet: they
 * are carried. All of that is in memory, next to the connection that makes these writes. As the tables have it, such a lane is idle, and
 * its events have no recipient there. Only one process has the database open; the next one finds what is missing (`CarriedRows.ts`).
 *
 * What a transaction changes of lanes and events is undone when it fails. Fences that were only here are given again by the next
 * process: no outcome of this one can reach it.
 */
import type { SqliteHost } from "../connection/SqliteHost.ts"
import type { SizedKey } from "../stored/StoredEvent.ts"
import { SuccessLog } from "./SuccessLog.ts"
import { Undo } from "./Undo.ts"

/** What the row of its recipient will say. */
export interface CarriedEvent extends SizedKey {
  readonly dueAt: number
}

export interface CarriedLane {
  readonly webhook: number
  readonly gatheredBy: number | null
  readonly fence: number
  /** The number of the offer that it was leased for. */
  readonly offer: number
  readonly leaseUntil: number
  /** By their numbers. */
  readonly events: ReadonlyMap<number, CarriedEvent>
}

interface Lane extends CarriedLane {
  leaseUntil: number
  readonly events: Map<number, CarriedEvent>
}

/** What the row of a lane does not say yet, since its last lease ended well. */
type SleepingLane = Pick<CarriedLane, "fence" | "webhook">

/**
 * `areAny`: whether rows are behind what is in memory. `areUnapplied`: whether those of requests that succeeded are. `leaseEnds`: when the
 * first lease does, if there is one.
 */
export interface Carrying {
  readonly areAny: boolean
  readonly areUnapplied: boolean
  readonly leaseEnds: number | undefined
}

class CarriedLanes {
  /** Whether what the process before this one left was taken over: something was leased to a dispatcher since. */
  isOwned = false
  /** As the database has it: every event with a lower number has all of its recipients. Undefined until that was read. */
  mark: number | undefined = undefined
  /** The number of the event with which that was last looked at. */
  markLookedAt = 0
  private readonly lanes = new Map<number, Lane>()
  private readonly sleepingLanes = new Map<number, SleepingLane>()
  private readonly undo: Undo

  constructor(undo: Undo) {
    this.undo = undo
  }

  get(webhook: number): CarriedLane | undefined {
    return this.lanes.get(webhook)
  }

  get all(): ReadonlyArray<CarriedLane> {
    return [...this.lanes.values()]
  }

  /** Lanes that are leased no longer, of which nothing is carried. */
  get sleeping(): ReadonlyArray<SleepingLane> {
    return [...this.sleepingLanes.values()]
  }

  get sleepingCount(): number {
    return this.sleepingLanes.size
  }

  /** What the row of a lane does not say yet; undefined where it says everything. */
  unwritten(webhook: number): SleepingLane | undefined {
    return this.lanes.get(webhook) ?? this.sleepingLanes.get(webhook)
  }

  get areAny(): boolean {
    return this.lanes.size + this.sleepingLanes.size > 0
  }

  /** When the first lease does; undefined where there is none. */
  get leaseEnds(): number | undefined {
    let leaseEnds: number | undefined
    for (const { leaseUntil } of this.lanes.values()) leaseEnds = Math.min(leaseUntil, leaseEnds ?? leaseUntil)
    return leaseEnds
  }

  /** No event with a lower number is carried. They join a lane in the order of their numbers, so that its first one says it of all. */
  get firstEvent(): number | undefined {
    let first: number | undefined
    for (const { events } of this.lanes.values()) {
      const { value } = events.keys().next()
      if (value !== undefined) first = Math.min(value, first ?? value)
    }
    return first
  }

  /** Nothing has arrived for it yet. */
  lease(lane: Omit<CarriedLane, "events">): void {
    const { webhook } = lane
    this.forget(webhook)
    this.lanes.set(webhook, { ...lane, events: new Map() })
    this.undo.add(() => this.lanes.delete(webhook))
  }

  join(webhook: number, events: ReadonlyArray<CarriedEvent>): void {
    const lane = this.lanes.get(webhook)!
    for (const event of events) lane.events.set(event.event, event)
    this.undo.add(() => {
      for (const { event } of events) lane.events.delete(event)
    })
  }

  /** It is leased for longer. */
  renew(webhook: number, leaseUntil: number): void {
    const lane = this.lanes.get(webhook)!
    const before = lane.leaseUntil
    lane.leaseUntil = leaseUntil
    this.undo.add(() => (lane.leaseUntil = before))
  }

  /** Something became of them. */
  settle(webhook: number, events: ReadonlyArray<number>): void {
    const lane = this.lanes.get(webhook)!
    const settled = events.flatMap((event) => lane.events.get(event) ?? [])
    for (const event of events) lane.events.delete(event)
    this.undo.add(() => {
      const all = [...settled, ...lane.events.values()].toSorted((one, other) => one.event - other.event)
      lane.events.clear()
      for (const event of all) lane.events.set(event.event, event)
    })
  }

  /** It is leased no longer, and its row says all of it. */
  remove(webhook: number): void {
    const lane = this.lanes.get(webhook)
    if (lane === undefined) return
    this.lanes.delete(webhook)
    this.undo.add(() => this.lanes.set(webhook, lane))
  }

  /** It is leased no longer, which its row is told later. */
  sleep(webhook: number): void {
    const { fence } = this.lanes.get(webhook)!
    this.remove(webhook)
    this.sleepingLanes.set(webhook, { webhook, fence })
    this.undo.add(() => this.sleepingLanes.delete(webhook))
  }

  /** Its row was told. */
  forget(webhook: number): void {
    const lane = this.sleepingLanes.get(webhook)
    if (lane === undefined) return
    this.sleepingLanes.delete(webhook)
    this.undo.add(() => this.sleepingLanes.set(webhook, lane))
  }

  setMark(event: number): void {
    const { mark } = this
    this.mark = event
    this.undo.add(() => (this.mark = mark))
  }
}

/** A connection that leases lanes in memory, and may log what they delivered. */
export interface CarryingHost extends SqliteHost {
  readonly carried: CarriedLanes
  readonly successes: SuccessLog
}

/** `mostLogged`: events of which the log keeps what delivered them. With 0 it is not used, and everything has its rows at once. */
export const carryingHost = (host: SqliteHost, mostLogged = 0): CarryingHost => {
  const undo = new Undo()
  const carried = new CarriedLanes(undo)
  const successes = new SuccessLog(mostLogged, undo)
  return { ...host, carried, successes, transaction: (change) => undo.transaction(() => host.transaction(change)) }
}

export const carryingOf = ({ carried, successes }: CarryingHost): Carrying => {
  const areUnapplied = successes.areAny
  return { areAny: carried.areAny || areUnapplied, areUnapplied, leaseEnds: carried.leaseEnds }
}
