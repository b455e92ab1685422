/** An event as it is stored, in a row of its own or in a block. */
export interface StoredEvent {
  readonly event: number
  readonly id: string
  readonly account: number
  /** Null where the id serves as the key. */
  readonly idempotency_key: string | null
  readonly time: number
  readonly scope: string
  readonly type: string
  readonly test: number
  readonly accepted_at: number
  /** The numbers of its webhooks, as JSON. */
  readonly webhooks: string
  readonly enabled_webhooks: number
  readonly traceparent: string | null
}

export interface WholeEvent extends StoredEvent {
  readonly payload: string
}

export const webhooksOf = ({ webhooks }: Pick<StoredEvent, "webhooks">): ReadonlyArray<number> => JSON.parse(webhooks)

/** An event as rows name it. */
export interface EventKey {
  readonly event: number
  readonly time: number
}

/** `bytes`: of its payload. */
export interface SizedKey extends EventKey {
  readonly bytes: number
}

/** In the order of time: negative where the first one comes first. */
export const compareKeys = (one: EventKey, other: EventKey): number => one.time - other.time || one.event - other.event
