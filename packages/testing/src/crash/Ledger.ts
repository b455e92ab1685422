/**
 * A simple model of what must be true. It gets every write as it is committed and every request as it is made, and keeps what
 * breaks a rule. It knows nothing of leases in memory, batches or later processes.
 */
import type {
  Arrived,
  Batch,
  Delivery,
  DropReason,
  EventId,
  Fate,
  LaneHealth,
  Lease,
  NewEvent,
  Outcome,
  PublishedEvent,
  Resend,
  Webhook,
  WebhookId
} from "@sellerkit/core"
import { DateTime, Duration } from "effect"

export interface Recipient {
  state: "pending" | "delivered" | "dropped"
  dropReason: DropReason | undefined
  /** Attempts since the event last became pending. */
  attempts: number
  /** Nothing is sent before, in milliseconds. */
  dueAt: number
  /** How often it was put back on purpose. */
  resends: number
}

export interface Lane {
  readonly url: string
  enabled: boolean
  deleted: boolean
  heldUntil: number | undefined
  fence: number
  leaseUntil: number
  waitUntil: number
  /** Enabled again since what is in flight was claimed. */
  enabledAnew: boolean
  /** Enabled, disabled or deleted since then: nothing more of what was claimed may be sent. */
  recalled: boolean
  readonly recipients: Map<EventId, Recipient>
}

/** Events of a lane that a process took to send them, in one request after the other. */
interface Claim {
  readonly process: number
  readonly webhookId: WebhookId
  unsent: ReadonlyArray<EventId>
  /** The last request. */
  request: Request | undefined
}

export interface Request {
  readonly process: number
  readonly webhookId: WebhookId
  readonly events: ReadonlyArray<EventId>
  /** The receiver's 200 went out. The process may have ended before the answer came. */
  isAccepted: boolean
  /** The process gave it up as it stopped in order, and gave its events back. */
  isGivenUp: boolean
  /** Its delivery record is written: in time, or when the lane had been leased again. */
  settled: "inTime" | "late" | undefined
}

const idsOf = (batch: Batch): ReadonlyArray<EventId> => batch.events.map(({ event }) => event.id)

const millisOf = (time: DateTime.Utc | undefined): number | undefined =>
  time === undefined ? undefined : DateTime.toEpochMillis(time)

export class Ledger {
  readonly violations: Array<string> = []
  readonly lanes = new Map<WebhookId, Lane>()
  /** By idempotency key: what is stored. */
  readonly accepted = new Map<string, PublishedEvent>()
  readonly requests = new Map<string, Request>()
  readonly deliveries = new Map<string, Delivery>()
  /** Jobs that send events again, by id, as they were when they were last written. */
  readonly resends = new Map<string, Resend>()
  private readonly claims: Array<Claim> = []

  private check(holds: boolean, complaint: () => string): void {
    if (!holds) this.violations.push(complaint())
  }

  lane(id: WebhookId): Lane {
    return this.lanes.get(id)!
  }

  created({ enabled, id, url }: Webhook): void {
    const states = { enabled, deleted: false, heldUntil: undefined, enabledAnew: false, recalled: false }
    this.lanes.set(id, { url, ...states, fence: 0, leaseUntil: 0, waitUntil: 0, recipients: new Map() })
  }

  /** An event goes to every webhook that exists; those that are not enabled miss it. */
  appended(given: ReadonlyArray<NewEvent>, published: ReadonlyArray<PublishedEvent>, now: number): void {
    this.check(given.length === published.length, () => "A publication was taken in part")
    for (const event of published) {
      const known = this.accepted.get(event.idempotencyKey)
      if (known !== undefined) {
        this.check(known.id === event.id, () => `${event.idempotencyKey} was stored twice`)
        continue
      }
      const lanes = [...this.lanes.values()].filter(({ deleted }) => !deleted)
      const enabled = lanes.filter(({ enabled }) => enabled).length
      this.check(event.deliveries === enabled, () => `${event.deliveries} deliveries were announced, not ${enabled}`)
      if (lanes.length === 0) continue
      this.accepted.set(event.idempotencyKey, event)
      for (const lane of lanes) {
        const missed = { state: "dropped", dropReason: "webhookDisabled" } as const
        const state = lane.enabled ? ({ state: "pending", dropReason: undefined } as const) : missed
        lane.recipients.set(event.id, { ...state, attempts: 0, dueAt: now, resends: 0 })
      }
    }
  }

  changed({ enabled, heldUntil, id }: Webhook): void {
    const lane = this.lane(id)
    // The lane starts without its earlier failures, and what is in flight adds none.
    if (enabled && !lane.enabled) Object.assign(lane, { waitUntil: 0, enabledAnew: true })
    if (enabled !== lane.enabled) lane.recalled = true
    Object.assign(lane, { enabled, heldUntil: millisOf(heldUntil) })
  }

  removed(id: WebhookId): void {
    Object.assign(this.lane(id), { deleted: true, recalled: true })
  }

  /** Why the events that wait at a lane can no longer be sent, when that is so. */
  dropReason({ deleted, enabled, heldUntil }: Lane, now: number): DropReason | undefined {
    if (deleted) return "webhookDeleted"
    return !enabled && heldUntil !== undefined && heldUntil <= now ? "heldTooLong" : undefined
  }

  claimed(process: number, batches: ReadonlyArray<Batch>, lease: Duration.Duration, now: number): void {
    this.dropWhatIsOver(now)
    for (const batch of batches) {
      const { fence, webhookId } = batch.lease
      const lane = this.lane(webhookId)
      const where = `Process ${process} claimed at ${now} ms from ${lane.url}`
      this.check(lane.enabled && !lane.deleted, () => `${where}, which is not enabled`)
      this.check(lane.leaseUntil <= now, () => `${where}, which is leased until ${lane.leaseUntil}`)
      this.check(lane.waitUntil <= now, () => `${where}, which waits until ${lane.waitUntil}`)
      this.check(fence > lane.fence, () => `${where}, with the fence ${fence} after ${lane.fence}`)
      for (const { attempts, event } of batch.events) {
        const known = lane.recipients.get(event.id)
        const what = `${where} ${event.idempotencyKey}`
        this.check(known?.state === "pending", () => `${what}, which is ${known?.state ?? "not for it"}`)
        this.check(known!.dueAt <= now, () => `${what}, which waits until ${known!.dueAt}`)
        this.check(known!.attempts === attempts, () => `${what} with ${attempts} attempts, not ${known!.attempts}`)
      }
      Object.assign(lane, { fence, leaseUntil: now + Duration.toMillis(lease), enabledAnew: false, recalled: false })
      this.claims.push({ process, webhookId, unsent: idsOf(batch), request: undefined })
    }
  }

  /** Events go with a lease that a process had. It may be about to learn that the lease is over. */
  joined(process: number, joining: Arrived["joining"]): void {
    for (const { events, lease } of joining) {
      const ids = events.map(({ event }) => event.id)
      const claim = this.claims.findLast((one) => one.process === process && one.webhookId === lease.webhookId)
      const where = `Process ${process} took more for the lane ${lease.webhookId}`
      this.check(claim !== undefined, () => `${where}, which it had not leased`)
      const { fence, recalled, recipients } = this.lane(lease.webhookId)
      this.check(fence === lease.fence && !recalled, () => `${where}, whose lease does not count any more`)
      for (const id of ids)
        this.check(recipients.get(id)?.state === "pending", () => `${where}: ${id}, which does not wait for it`)
      claim!.unsent = [...claim!.unsent, ...ids]
    }
  }

  /** What can no longer be sent is dropped when lanes are claimed, as soon as no lease is in the way. */
  private dropWhatIsOver(now: number): void {
    for (const lane of this.lanes.values()) {
      const dropReason = lane.leaseUntil <= now ? this.dropReason(lane, now) : undefined
      if (dropReason === undefined) continue
      for (const recipient of lane.recipients.values()) {
        if (recipient.state === "pending") Object.assign(recipient, { state: "dropped", dropReason })
      }
    }
  }

  released(leases: ReadonlyArray<Lease>): void {
    for (const { fence, webhookId } of leases) {
      const lane = this.lane(webhookId)
      if (lane.fence === fence) lane.leaseUntil = 0
    }
  }

  /** A request is on its way. It must have claimed events, in order and once, and follow the record of the one before. */
  requested(process: number, id: string, url: string, events: ReadonlyArray<EventId>): Request {
    const claim = this.claims.findLast((claim) => claim.process === process && this.lane(claim.webhookId).url === url)
    const before = claim?.request
    const isClaimed = claim?.unsent.slice(0, events.length).join() === events.join()
    this.check(isClaimed, () => `Process ${process} sent to ${url} what it had not claimed, or sent it twice`)
    this.check(
      before === undefined || (before.isAccepted && before.settled === "inTime"),
      () => `Process ${process} sent to ${url} more of a claim before the success of its last request was recorded`
    )
    const [webhookId] = [...this.lanes].find(([, lane]) => lane.url === url)!
    const request: Request = { process, webhookId, events, isAccepted: false, isGivenUp: false, settled: undefined }
    if (claim !== undefined) Object.assign(claim, { unsent: claim.unsent.slice(events.length), request })
    this.requests.set(id, request)
    return request
  }

  /** `health` is what became of the lanes: undefined where an outcome no longer counts for its lane. */
  settled(outcomes: ReadonlyArray<Outcome>, health: ReadonlyArray<LaneHealth | undefined>, now: number): void {
    for (const [index, outcome] of outcomes.entries()) this.settledOne(outcome, health[index], now)
  }

  private settledOne(outcome: Outcome, health: LaneHealth | undefined, now: number): void {
    const { delivery, events, keepsLease, lease, wait } = outcome
    const lane = this.lane(lease.webhookId)
    const counts = health !== undefined
    const inTime = lane.fence === lease.fence
    const request = this.requests.get(delivery.id)
    const where = `The attempt ${delivery.id} to ${lane.url}`
    this.check(request !== undefined, () => `${where} is recorded and was never made`)
    this.check(request?.settled === undefined, () => `${where} is recorded twice`)
    this.check(!delivery.success || request?.isAccepted === true, () => `${where} is recorded as a success`)
    this.check(counts === (inTime && !lane.enabledAnew), () => `${where} counts for its lane: ${counts}`)
    this.deliveries.set(delivery.id, delivery)
    if (request !== undefined) request.settled = inTime ? "inTime" : "late"
    if (!inTime) return
    const isLeased = keepsLease && !lane.recalled && lane.leaseUntil > now
    this.check(health?.isLeased !== !isLeased, () => `${where} leaves its lane leased: ${health?.isLeased}`)
    if (!isLeased) lane.leaseUntil = 0
    if (!lane.enabledAnew) lane.waitUntil = now + Duration.toMillis(wait)
    for (const { id, verdict } of events) {
      const recipient = lane.recipients.get(id)
      if (recipient?.state !== "pending") continue
      recipient.attempts += 1
      if (verdict._tag === "Retry") recipient.dueAt = now + Duration.toMillis(verdict.wait)
      if (verdict._tag === "Delivered") recipient.state = "delivered"
      if (verdict._tag === "Dropped") Object.assign(recipient, { state: "dropped", dropReason: "attemptsSpent" })
    }
  }

  resendBegun(job: Resend): void {
    this.resends.set(job.id, job)
  }

  /** A job that sends again has put events back: those that wait now and did not before. */
  putBack(job: Resend, fates: ReadonlyMap<EventId, Fate>, now: number): void {
    const { id, resent, selection, state, webhookId } = job
    const lane = this.lane(webhookId)
    const onlyFailed = selection._tag === "Period" && selection.onlyFailed
    let count = 0
    for (const [event, recipient] of lane.recipients) {
      if (recipient.state === "pending" || fates.get(event) !== "pending") continue
      this.check(!onlyFailed || recipient.state === "dropped", () => `${event} was delivered, and waits again`)
      const { resends } = recipient
      Object.assign(recipient, {
        state: "pending",
        dropReason: undefined,
        attempts: 0,
        dueAt: now,
        resends: resends + 1
      })
      count += 1
    }
    const before = this.resends.get(id)?.resent ?? 0
    this.check(resent - before === count, () => `${count} events wait again, and not ${resent - before}`)
    this.check(state !== "stopped" || !lane.enabled || lane.deleted, () => `The job ${id} has stopped without a reason`)
    this.resends.set(id, job)
  }
}
