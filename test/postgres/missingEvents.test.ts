/** Rows of the queue whose event was removed: they harm nothing else. */
import { assert, describe, it } from "@effect/vitest"
import {
  type Batch,
  DeliveryId,
  DeliveryQueue,
  EventStore,
  type Outcome,
  SellerId,
  Webhook,
  WebhookId,
  WebhookStore
} from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Result } from "effect"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { claim, delivered, historyEntry, newEvents, owner, uuid, webhookWrite } from "./records.ts"

const another = { ...owner, sellerId: SellerId.make(uuid(20)) }
const anotherWrite = {
  ...webhookWrite,
  webhook: new Webhook({
    ...webhookWrite.webhook,
    id: WebhookId.make(uuid(21)),
    owner: another,
    url: "https://other.example/"
  }),
  entry: historyEntry(22, { owner: another })
}

/** Each batch as a delivery of its own. */
const settledAs = (batch: Batch, index: number): Outcome => {
  const outcome = delivered(batch)
  return { ...outcome, delivery: { ...outcome.delivery, id: DeliveryId.make(uuid(0x900000 + index)) } }
}

interface Sent {
  readonly url: string
  readonly keys: ReadonlyArray<string>
}

const sentIn = ({ events, url }: Batch): Sent => ({ url, keys: events.map(({ event }) => event.idempotencyKey) })

describe("an event that waits and is not there", () => {
  for (const missing of [["key-4"], ["key-5"], ["key-4", "key-5", "key-6"], ["key-1", "key-4"]])
    it.live(`lets others of its webhook be sent, to no other URL, and is forgotten: ${missing.join(", ")}`, () =>
      Effect.scoped(
        Effect.flatMap(postgresDatabase, (database) =>
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            const store = yield* EventStore
            const queue = yield* DeliveryQueue
            yield* (yield* WebhookStore).insert(owner, () => Result.succeed(webhookWrite))
            yield* (yield* WebhookStore).insert(another, () => Result.succeed(anotherWrite))
            yield* store.append(owner, newEvents(3, 1))
            yield* store.append(another, newEvents(3, 4))
            for (const key of missing) yield* sql`delete from sellerkit.event where idempotency_key = ${key}`
            const left = (keys: ReadonlyArray<string>) => keys.filter((key) => !missing.includes(key))
            const expected: ReadonlyArray<Sent> = [
              { url: anotherWrite.webhook.url, keys: left(["key-4", "key-5", "key-6"]) },
              { url: webhookWrite.webhook.url, keys: left(["key-1", "key-2", "key-3"]) }
            ]
            const claimed = [...(yield* claim), ...(yield* claim)]
            assert.deepStrictEqual(
              claimed.map(sentIn).toSorted((one, other) => one.url.localeCompare(other.url)),
              expected.filter(({ keys }) => keys.length > 0)
            )
            yield* queue.settle(claimed.map(settledAs))
            assert.deepStrictEqual(yield* sql`select from sellerkit.pending`, [])
            yield* claim
            assert.isTrue(Option.isNone(yield* queue.nextDue([])))
          }).pipe(Effect.provide(PgStorage.layerStores), Effect.provide(postgresClient(database)))
        )
      )
    )
})
