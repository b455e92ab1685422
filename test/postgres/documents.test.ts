/** SQL that the documents show does what they say. */
import { assert, describe, it } from "@effect/vitest"
import { EventStore, SellerId, Webhook, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Result } from "effect"
import { inLanguage } from "../fixtures/snippets.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { webhookWrite } from "./records.ts"

// The seller of the snippets.
const owner = {
  sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"),
  sandbox: false,
  serviceId: null
}

const write = { ...webhookWrite, webhook: new Webhook({ ...webhookWrite.webhook, owner }) }

describe("SQL in documents", () => {
  it("is there", () => assert.isNotEmpty(inLanguage("sql")))

  for (const { file, line, text } of inLanguage("sql")) {
    it.live(`publishes with the host's rows: ${file}:${line}`, () =>
      Effect.scoped(
        Effect.flatMap(postgresDatabase, (database) =>
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            yield* sql`create table orders (id integer, seller_id uuid)`
            yield* (yield* WebhookStore).insert(owner, () => Result.succeed(write))
            const statements = text.split(";").map((statement) => statement.trim())
            assert.deepStrictEqual([statements[0], statements.at(-2)], ["begin", "commit"])
            yield* sql.withTransaction(
              Effect.forEach(statements.slice(1, -2), (statement) => sql.unsafe(statement), { discard: true })
            )
            const events = yield* (yield* EventStore).find(owner, {}, { limit: 10, direction: "older" })
            assert.deepStrictEqual(
              events.map(({ idempotencyKey }) => idempotencyKey),
              ["order-17"]
            )
            assert.lengthOf(yield* sql`select from orders`, 1)
          }).pipe(Effect.provide(PgStorage.layerStores), Effect.provide(postgresClient(database)))
        )
      )
    )
  }
})
