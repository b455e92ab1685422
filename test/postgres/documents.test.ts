/** What the documents show of PostgreSQL does what they say: SQL, and programs of hosts with clients of their own. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { EventStore, SellerId, Webhook, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Result } from "effect"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../fixtures/command.ts"
import { inLanguage, root } from "../fixtures/snippets.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"
import type { TestDatabase } from "./TestDatabase.ts"
import { webhookWrite } from "./records.ts"

// The seller of the snippets.
const owner = {
  sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"),
  sandbox: false,
  serviceId: null
}

const write = { ...webhookWrite, webhook: new Webhook({ ...webhookWrite.webhook, owner }) }

/** Runs it over a database with the host's table, and checks that the order and its event exist. */
const publishes = (name: string, run: (database: TestDatabase) => Effect.Effect<void, unknown, PgClient.PgClient>) =>
  it.live(
    name,
    () =>
      Effect.scoped(
        Effect.flatMap(postgresDatabase, (database) =>
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            yield* sql`create table orders (id integer, seller_id uuid)`
            yield* (yield* WebhookStore).insert(owner, () => Result.succeed(write))
            yield* run(database)
            const events = yield* (yield* EventStore).find(owner, {}, { limit: 10, direction: "older" })
            assert.deepStrictEqual(
              events.map(({ idempotencyKey }) => idempotencyKey),
              ["order-17"]
            )
            assert.lengthOf(yield* sql`select from orders`, 1)
          }).pipe(Effect.provide(PgStorage.layerStores), Effect.provide(postgresClient(database)))
        )
      ),
    180_000
  )

// Inside the project, so that the clients are found.
const folder = join(root, "test", "postgres", ".snippets")
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("documents about PostgreSQL", () => {
  it("are there", () => {
    assert.isNotEmpty(inLanguage("sql"))
    assert.isNotEmpty(inLanguage("ts postgres"))
  })

  for (const { file, line, text } of inLanguage("sql")) {
    publishes(`show SQL that publishes with the host's rows: ${file}:${line}`, () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const statements = text.split(";").map((statement) => statement.trim())
        assert.deepStrictEqual([statements[0], statements.at(-2)], ["begin", "commit"])
        yield* sql.withTransaction(
          Effect.forEach(statements.slice(1, -2), (statement) => sql.unsafe(statement), { discard: true })
        )
      })
    )
  }

  for (const [index, { file, line, text }] of inLanguage("ts postgres").entries()) {
    publishes(`show a program that publishes with the host's rows: ${file}:${line}`, ({ url }) =>
      Effect.gen(function* () {
        const script = join(folder, `snippet-${index}.ts`)
        writeFileSync(script, text)
        const finished = yield* Effect.promise(() =>
          run(process.execPath, [script], { env: { ...process.env, DATABASE_URL: url } })
        )
        assert.deepStrictEqual(finished, { status: 0, out: "" })
      })
    )
  }
})
