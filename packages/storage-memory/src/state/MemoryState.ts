/** What the ports share: everything there is, in maps. Each port method changes it in one synchronous step. */
import {
  type Account,
  accountKey,
  type Delivery,
  type DeliveryId,
  type DispatcherId,
  type EventId,
  type Owner,
  ownerKey,
  type Position,
  type Resend,
  type ResendId,
  type RunningDispatcher,
  type SealedSecret,
  type StoredRecord,
  type Webhook,
  type WebhookId
} from "@sellerkit/core"
import { Context, DateTime, Latch, Layer } from "effect"
import { Lane } from "./Lane.ts"
import { RecordCollection } from "./RecordCollection.ts"
import type { StoredEvent } from "./StoredEvent.ts"
import { TimeIndex } from "./TimeIndex.ts"

export const position = ({ id, time }: { readonly id: string; readonly time: DateTime.Utc }): Position => ({
  id,
  time: DateTime.toEpochMillis(time)
})

export interface StoredWebhook {
  webhook: Webhook
  secret: SealedSecret
  /** In milliseconds; undefined while it exists. */
  deletedAt: number | undefined
  readonly lane: Lane
  readonly events: TimeIndex<StoredEvent>
  readonly deliveries: TimeIndex<Delivery>
}

/** When a lane is due next that has nothing in flight. */
export const setReadyAt = ({ deletedAt, lane, webhook }: StoredWebhook, now: number): void => {
  if (lane.isEmpty) lane.readyAt = undefined
  else if (deletedAt !== undefined) lane.readyAt = now
  else if (webhook.enabled) lane.readyAt = Math.max(now, lane.pausedUntil)
  else lane.readyAt = webhook.heldUntil === undefined ? now : DateTime.toEpochMillis(webhook.heldUntil)
}

export class OwnerState {
  readonly owner: Owner
  serviceDisabled = false
  readonly webhooks = new Map<WebhookId, StoredWebhook>()
  readonly events = new TimeIndex<StoredEvent>(({ event }) => position(event))
  readonly eventIds = new Set<EventId>()
  readonly deliveries = new TimeIndex<Delivery>(position)
  readonly deliveriesById = new Map<DeliveryId, Delivery>()

  constructor(owner: Owner) {
    this.owner = owner
  }

  /** A webhook that has not been deleted. */
  existing(id: WebhookId): StoredWebhook | undefined {
    const stored = this.webhooks.get(id)
    return stored?.deletedAt === undefined ? stored : undefined
  }

  get existingWebhooks(): ReadonlyArray<StoredWebhook> {
    return [...this.webhooks.values()].filter(({ deletedAt }) => deletedAt === undefined)
  }

  addWebhook(webhook: Webhook, secret: SealedSecret): void {
    this.webhooks.set(webhook.id, {
      webhook,
      secret,
      deletedAt: undefined,
      lane: new Lane(),
      events: new TimeIndex<StoredEvent>(({ event }) => position(event)),
      deliveries: new TimeIndex<Delivery>(position)
    })
  }
}

export class AccountState {
  readonly owners = new Map<string, OwnerState>()
  readonly events = new Map<EventId, StoredEvent>()
  accepted = 0
  readonly eventIdsByKey = new Map<string, EventId>()
}

/** A job that sends events again. */
export interface Job {
  resend: Resend
  /** The last event it looked at. */
  reached: Position | undefined
  readyAt: number
}

export class MemoryState extends Context.Service<
  MemoryState,
  {
    readonly accounts: Map<string, AccountState>
    readonly resends: Map<ResendId, Job>
    readonly dispatchers: Map<DispatcherId, RunningDispatcher>
    /** Of features: by the collection's name, and then by the account. */
    readonly records: Map<string, Map<string, RecordCollection>>
    /** Opened when a lane may have become due. */
    readonly work: Latch.Latch
  }
>()("@sellerkit/storage-memory/MemoryState") {
  static readonly layer: Layer.Layer<MemoryState> = Layer.sync(MemoryState, () => ({
    accounts: new Map(),
    resends: new Map(),
    dispatchers: new Map(),
    records: new Map(),
    work: Latch.makeUnsafe(false)
  }))
}

export const accountState = (state: MemoryState["Service"], account: Account): AccountState => {
  const key = accountKey(account)
  const known = state.accounts.get(key)
  if (known !== undefined) return known
  const created = new AccountState()
  state.accounts.set(key, created)
  return created
}

export const ownerState = (state: MemoryState["Service"], owner: Owner): OwnerState => {
  const { owners } = accountState(state, owner)
  const key = ownerKey(owner)
  const known = owners.get(key)
  if (known !== undefined) return known
  const created = new OwnerState(owner)
  owners.set(key, created)
  return created
}

/** The webhooks of all accounts that are not deleted, in the order of their ids: those after `after`, at most `most`. */
export const webhooksAfter = (
  { accounts }: MemoryState["Service"],
  after: WebhookId | undefined,
  most: number
): ReadonlyArray<StoredWebhook> =>
  [...accounts.values()]
    .flatMap(({ owners }) => [...owners.values()])
    .flatMap(({ existingWebhooks }) => existingWebhooks)
    .filter(({ webhook }) => after === undefined || webhook.id > after)
    .toSorted((left, right) => (left.webhook.id < right.webhook.id ? -1 : 1))
    .slice(0, most)

export const recordCollection = (
  { records }: MemoryState["Service"],
  account: Account,
  name: string
): RecordCollection => {
  const ofAccounts = records.get(name) ?? new Map<string, RecordCollection>()
  records.set(name, ofAccounts)
  const key = accountKey(account)
  const collection = ofAccounts.get(key) ?? new RecordCollection(account)
  ofAccounts.set(key, collection)
  return collection
}

export const putRecord = (state: MemoryState["Service"], account: Account, record: StoredRecord): void =>
  recordCollection(state, account, record.collection).put(record)
