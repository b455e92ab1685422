/** What `doctor` makes of a PostgreSQL server. */
import { type Inspection, migrations } from "@sellerkit/storage-pg"
import { assert, describe, it } from "@effect/vitest"
import { judgeInspection } from "../src/cli/doctor/judgeInspection.ts"

const now = Date.UTC(2026, 0, 15)
const days = (count: number) => count * 86_400_000

const healthy: Inspection = {
  server: { version: 180_003, isReadOnly: false, schema: Object.keys(migrations).length },
  user: "app",
  mayMigrate: false,
  notWritable: [],
  notUsable: [],
  now,
  partitionsUntil: now + days(14),
  withoutPartition: [],
  autovacuum: true,
  maxConnections: 100,
  reservedConnections: 3,
  connections: 20,
  notifies: true
}

/** What is not as it should be, after a change. */
const complaints = (change: Partial<Inspection>, processes = 1) =>
  judgeInspection({ ...healthy, ...change }, now, processes)
    .filter(({ status }) => status !== "ok")
    .map(({ advice, check, message, status }) => `${status} ${check}: ${message} → ${advice}`)

const cases: ReadonlyArray<readonly [about: string, change: Partial<Inspection>, says: RegExp]> = [
  [
    "a server that is too old",
    { server: { ...healthy.server, version: 130_004 } },
    /^problem database: The server is PostgreSQL 13.* → Use PostgreSQL 14/
  ],
  [
    "a replica",
    { server: { ...healthy.server, isReadOnly: true } },
    /^problem database: .*replica.* → Give the address of/
  ],
  [
    "a schema that is newer",
    { server: { ...healthy.server, schema: 999 } },
    /^problem database: A newer version has changed the schema \(it is 999/
  ],
  [
    "a schema that is missing, and may not be made",
    { server: { ...healthy.server, schema: 0 } },
    /^problem schema: The database has no schema.* → Run sellerkit migrate/
  ],
  [
    "missing rights",
    { notWritable: ["event", "lane"] },
    /^problem rights: app may not use 2 tables: event, lane → Let the owner .* migrate --grant-to app/
  ],
  [
    "missing rights to sequences and functions",
    { notUsable: ["function append", "sequence record_version"] },
    /^problem rights: app may not use function append, sequence record_version → Let the owner .* migrate --grant-to app/
  ],
  [
    "a clock that is ahead",
    { now: now - 60_000 },
    /^warning clock: This machine's clock is 1m.* ahead of that of the database/
  ],
  [
    "a clock that is behind",
    { now: now + 60_000 },
    /^warning clock: This machine's clock is 1m.* behind that of the database/
  ],
  ["no partition", { partitionsUntil: now - 1 }, /^problem partitions: There is no partition for what is written now/],
  [
    "partitions that end",
    { partitionsUntil: now + days(6) },
    /^warning partitions: .* until 2026-01-21 only → A dispatcher/
  ],
  ["records outside", { withoutPartition: ["event"] }, /^warning partitions: There are records outside .*: event → /],
  ["no autovacuum", { autovacuum: false }, /^problem autovacuum: .* → Set autovacuum = on/],
  ["few connections", { connections: 88 }, /^warning connections: 9 of 100 connections are free or of this service/],
  ["a pooler", { notifies: false }, /^warning notify: .* → A pooler in transaction mode/]
]

describe("a server", () => {
  it("is as it should be", () => assert.deepStrictEqual(complaints({}), []))

  it("is brought up to date on the next start, by who may", () =>
    assert.deepStrictEqual(complaints({ server: { ...healthy.server, schema: 0 }, mayMigrate: true }), []))

  it("has connections for as many processes as are started", () => {
    assert.deepStrictEqual(complaints({ connections: 57 }, 4), [])
    assert.match(
      complaints({ connections: 58 }, 4)[0]!,
      /^warning connections: 39 of 100 connections are free or of this service, and 4 processes take up to 40 → /
    )
  })

  it.each(cases)("has %s", (_, change, says) => {
    const [first, ...more] = complaints(change)
    assert.match(first!, says)
    assert.deepStrictEqual(more, [])
  })
})
