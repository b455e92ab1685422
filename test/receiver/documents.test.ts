/** What the document about receiving shows of databases is so. */
import { assert, describe, it } from "@effect/vitest"
import { sqlStore } from "@sellerkit/receiver/sql"
import type { Receiver } from "@sellerkit/receiver"
import { Effect } from "effect"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Pool } from "pg"
import { inLanguage, root } from "../fixtures/snippets.ts"
import { makeDatabases } from "../postgres/databases.ts"

const emptyDatabase = makeDatabases(() => Effect.void)

const secret = "a secret that both sides know"

const notification = (...numbers: ReadonlyArray<number>) =>
  JSON.stringify({
    sellerId: "seller",
    requestId: "request",
    events: numbers.map((number) => ({
      id: String(number),
      idempotencyKey: String(number),
      time: "2026-01-01T00:00:00Z",
      scope: "content",
      type: "card_changed",
      test: false,
      payload: { nmID: number }
    }))
  })

describe("the document about receiving", () => {
  it("shows the table that is made", async () => {
    const statements: Array<string> = []
    const store = sqlStore({ dialect: "postgres", run: (statement) => (statements.push(statement), []) })
    await store.createTable()
    const [table, ...others] = inLanguage("text").filter(({ text }) => text.startsWith("create table"))
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(statements, [table!.text.trimEnd()])
  })

  it.live("shows a receiver that writes jobs in the transaction of their events", () =>
    Effect.scoped(
      Effect.flatMap(emptyDatabase, ({ url }) =>
        Effect.promise(async () => {
          const [snippet, ...others] = inLanguage("ts receiver")
          assert.deepStrictEqual(others, [])
          const folder = join(root, "test", "receiver", ".snippets")
          mkdirSync(folder, { recursive: true })
          writeFileSync(join(folder, "jobs.ts"), snippet!.text)
          Object.assign(process.env, { DATABASE_URL: url, WEBHOOK_SECRET: secret })
          const { pool, receiver } = (await import(join(folder, "jobs.ts"))) as { pool: Pool; receiver: Receiver }
          rmSync(folder, { recursive: true })
          const receive = async (body: string) =>
            (
              await receiver.receive({
                method: "POST",
                header: (name) => (name === "authorization" ? secret : undefined),
                readBody: async () => new TextEncoder().encode(body)
              })
            ).status
          try {
            await pool.query("create table job (task text, card integer)")
            const statuses = await Promise.all([1, 2, 3].map(() => receive(notification(1, 2))))
            assert.deepStrictEqual(statuses, [200, 200, 200])
            const { rows } = await pool.query("select card from job order by card")
            assert.deepStrictEqual(rows, [{ card: 1 }, { card: 2 }])
          } finally {
            await pool.end()
          }
        })
      )
    )
  )
})
