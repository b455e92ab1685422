/** Looking into a database file from outside. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Result } from "effect"
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach } from "vitest"
import { findDamage, inspect, layer } from "../src/index.ts"
import { migrations } from "../src/schema/migrations/index.ts"

describe("a database file", () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-inspection-"))
    file = join(folder, "sellerkit.db")
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const serving = <A>(effect: Effect.Effect<A>): Promise<A> =>
    Effect.runPromise(Effect.scoped(Effect.andThen(Layer.build(layer(file)), effect)))
  const look = () => Effect.runPromise(Effect.orDie(inspect(file)))

  const change = (...statements: ReadonlyArray<string>): void => {
    const database = new DatabaseSync(file)
    for (const statement of statements) database.exec(statement)
    database.close()
  }

  it("has the newest schema once a service has opened it", async () => {
    await serving(Effect.void)
    assert.deepStrictEqual(await look(), {
      isInUse: false,
      schema: migrations.length,
      newestSchema: migrations.length,
      newestRecordAt: undefined
    })
  })

  it("has none before", async () => {
    writeFileSync(file, "")
    assert.deepInclude(await look(), { isInUse: false, schema: 0, newestRecordAt: undefined })
    assert.isFalse(existsSync(`${file}-lock`), "looking makes no lock, which others could not use then")
  })

  it("is in use as long as a service has it, and can be looked into then", async () => {
    const during = await serving(Effect.promise(look))
    assert.deepInclude(during, { isInUse: true, schema: migrations.length })
    assert.isFalse((await look()).isInUse)
    await serving(Effect.void)
  })

  it("tells when something was last written, by any of its histories", async () => {
    await serving(Effect.void)
    const newest = async () => {
      const { newestRecordAt } = await look()
      return newestRecordAt && DateTime.toEpochMillis(newestRecordAt)
    }
    const event =
      "insert into event (id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)"
    change(`${event} values ('a', 1, 9999, 's', 't', 0, '{}', 1000, '', 0)`)
    assert.strictEqual(await newest(), 1000, "not the event's own time, which its publisher gave")
    change("insert into delivery (id, webhook, time, success, events) values ('b', 1, 3000, 1, '')")
    assert.strictEqual(await newest(), 3000)
    const entry = "insert into record (account, collection, key, since, content)"
    change(`${entry} values (1, 'history', 'c', 2000, '{}')`)
    assert.strictEqual(await newest(), 3000)
    change(`${entry} values (1, 'history', 'd', 4000, '{}'), (1, 'revokedToken', 'e', 9999, '{}')`)
    assert.strictEqual(await newest(), 4000, "not when a token expires")
  })

  it("may be of a newer version, whose tables are not known", async () => {
    await serving(Effect.void)
    change("drop table event", `insert into migration (version, name) values (${migrations.length + 1}, 'later')`)
    assert.deepInclude(await look(), { schema: migrations.length + 1, newestRecordAt: undefined })
  })

  it("cannot be looked into when it is missing or none, and is not made", async () => {
    const failure = async () => Result.isFailure(await Effect.runPromise(Effect.result(inspect(file))))
    assert.isTrue(await failure())
    assert.deepStrictEqual(readdirSync(folder), [])
    writeFileSync(file, "this is no database, whatever its name says ".repeat(100))
    assert.isTrue(await failure())
  })

  it("is whole, or its damage is found", async () => {
    await serving(Effect.void)
    const rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)"
    change(
      `insert into delivery (id, webhook, time, success, events) ${rows} select 'id-' || i, 1, i, 1, hex(randomblob(50)) from n`,
      "pragma wal_checkpoint(truncate)"
    )
    const damage = () => Effect.runPromise(Effect.orDie(findDamage(file)))
    assert.deepStrictEqual(await damage(), [])
    const middle = Math.floor(statSync(file).size / 8192) * 4096
    const descriptor = openSync(file, "r+")
    writeSync(descriptor, Buffer.alloc(4096, 0xab), 0, 4096, middle)
    closeSync(descriptor)
    const found = await damage()
    assert.isNotEmpty(found)
    assert.isAtMost(found.length, 5)
  })
})
