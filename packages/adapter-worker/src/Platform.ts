/** What is needed of Cloudflare's platform. The types of all its versions fit these. */
import type { DurableObjectStorage } from "@sellerkit/storage-sqlite/durable-object"

/** Of a Durable Object's `ctx.storage`. */
export interface ObjectStorage extends DurableObjectStorage {
  getAlarm(): Promise<number | null>
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
}

/** Of a Durable Object's `ctx`. */
export interface ObjectContext {
  readonly storage: ObjectStorage
  blockConcurrencyWhile<A>(work: () => Promise<A>): Promise<A>
}

/** A binding of Durable Objects: what `SellerObject` is bound as. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: unknown): unknown
}

/** One of a queue's messages. */
export interface QueueMessage {
  readonly id: string
  readonly body: unknown
  ack(): void
  retry(): void
}

/** What a queue's consumer is called with. */
export interface MessageBatch {
  readonly messages: ReadonlyArray<QueueMessage>
}
