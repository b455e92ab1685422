/** `sellerkit doctor` over a real server. */
import { assert, describe, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { Effect, Layer, Redacted, Result } from "effect"
import { Reactivity } from "effect/reactivity"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../fixtures/command.ts"
import { program } from "../fixtures/program.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { owner, webhookWrite } from "./records.ts"

const diagnose = (url: string, settings: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const data = mkdtempSync(join(tmpdir(), "sellerkit-doctor-"))
    const env = { ...process.env, PORT: "0", SELLERKIT_DATA: data, SELLERKIT_DATABASE: url, ...settings }
    const { out } = await run(process.execPath, [program, "doctor", "--json"], { env })
    rmSync(data, { recursive: true })
    const checks: ReadonlyArray<any> = out
      .split("\n")
      .filter((line) => line.startsWith('{"check"'))
      .map((line) => JSON.parse(line))
    return (name: string) =>
      checks
        .filter(({ check }) => check === name)
        .map(({ advice, message, status }) => `${status}: ${message}${advice === undefined ? "" : ` → ${advice}`}`)
  })

describe("doctor", () => {
  it.live("looks at the server, and at what keeps it well", () =>
    Effect.gen(function* () {
      const database = yield* postgresDatabase
      // PGlite is no server.
      if (database.maxConnections !== undefined) return
      const said = yield* diagnose(database.url)
      assert.match(said("database")[0]!, /^ok: PostgreSQL \d+ answers, schema \d+$/)
      assert.match(said("rights")[0]!, /^ok: \w+ may use all tables, sequences and functions$/)
      assert.include(said("clock"), "ok: The same as that of the database")
      assert.match(said("partitions")[0]!, /^ok: Made until \d{4}-\d\d-\d\d$/)
      assert.lengthOf(said("autovacuum"), 1)
      assert.match(said("connections")[0]!, /\d+ of \d+ connections are free or of this service/)
      assert.deepStrictEqual(said("notify"), ["ok: What one process says reaches the others"])
    })
  )

  it.live("counts the connections of others, as a role that is not told what they are", () =>
    Effect.gen(function* () {
      const { service, url } = yield* postgresDatabase
      if (service === undefined) return
      const others = 6
      const connect = PgClient.makeClient({ url: Redacted.make(url), applicationName: "others" })
      const count = Effect.map(
        Effect.provide(PgStorage.inspect, PgStorage.connectionLayer({ url: Redacted.make(service.url) })),
        ({ connections }) => connections
      )
      yield* Effect.provide(Effect.replicateEffect(connect, others), Reactivity.layer)
      assert.isAtLeast(yield* count, others)
    }).pipe(Effect.scoped)
  )

  it.live("opens the secrets of webhooks", () =>
    Effect.gen(function* () {
      const database = yield* postgresDatabase
      if (database.maxConnections !== undefined) return
      yield* Effect.flatMap(WebhookStore, (store) => store.insert(owner, () => Result.succeed(webhookWrite))).pipe(
        Effect.provide(Layer.provide(PgStorage.layerStores, postgresClient(database)))
      )
      const keys = { SELLERKIT_SECRET_KEYS: `2026b:${Buffer.alloc(32, 1).toString("base64")}` }
      assert.match((yield* diagnose(database.url, keys))("secret keys")[0]!, /^warning: Stored unencrypted: 1 secret/)
      yield* Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.unsafe("update sellerkit.webhook set secret = 'v1.2026a.' || repeat('A', 16) || '.' || repeat('A', 64)")
      ).pipe(Effect.provide(postgresClient(database)))
      assert.match(
        (yield* diagnose(database.url, keys))("secret keys")[0]!,
        /^problem: 1 secret of webhooks cannot be opened: /
      )
    }).pipe(Effect.scoped)
  )

  it.live("says why there is no server, and what to do", () =>
    Effect.gen(function* () {
      const said = yield* diagnose("postgres://app:secret-password@127.0.0.1:1/shop")
      assert.lengthOf(said("database"), 1)
      assert.match(
        said("database")[0]!,
        /^problem: postgres:\/\/127\.0\.0\.1:1\/shop cannot be used: .*ECONNREFUSED.* → Check that the server runs/
      )
    })
  )
})
