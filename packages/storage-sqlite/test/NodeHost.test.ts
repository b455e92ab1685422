/** What a commit rests on: a write-ahead log that is synchronised with the disk before each commit returns. And older Node.js. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, vi } from "vitest"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { lockFile } from "../src/files/FileLock.ts"

// SQLite's number for it; 1 would synchronise at checkpoints only, and lose commits with the power.
const full = 2

describe("a database file", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-host-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  for (const which of ["new", "one that was there"]) {
    it(`is written with full synchronisation and a write-ahead log: ${which}`, () => {
      const file = join(folder, "sellerkit.db")
      if (which !== "new") openNodeHost(file).close()
      const host = openNodeHost(file)
      try {
        host.transaction(() => host.run("create table if not exists t (a integer) strict"))
        assert.deepStrictEqual(host.all("pragma synchronous"), [{ synchronous: full }])
        assert.deepStrictEqual(host.all("pragma journal_mode"), [{ journal_mode: "wal" }])
      } finally {
        host.close()
      }
    })
  }
})

describe("a snapshot", () => {
  it("shows nothing of what another connection commits meanwhile, and does not hold it up", () => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-snapshot-"))
    const [reader, writer] = [openNodeHost(join(folder, "sellerkit.db")), openNodeHost(join(folder, "sellerkit.db"))]
    try {
      writer.transaction(() => writer.run("create table t (a integer) strict"))
      const count = () => reader.all("select count(*) as count from t")[0]!.count
      const seen = reader.snapshot(() => {
        const before = count()
        writer.transaction(() => writer.run("insert into t values (1)"))
        return [before, count()]
      })
      assert.deepStrictEqual([...seen, count()], [0, 0, 1])
    } finally {
      reader.close()
      writer.close()
      rmSync(folder, { recursive: true })
    }
  })

  it("ends when a query fails", () => {
    const host = openNodeHost(":memory:")
    assert.throws(() => host.snapshot(() => host.all("select * from missing")))
    host.transaction(() => host.run("create table t (a integer) strict"))
    assert.deepStrictEqual(
      host.snapshot(() => host.all("select * from t")),
      []
    )
    host.close()
  })
})

describe("a lock of a database file", () => {
  /** Locks that processes have on a file, as Linux lists them. */
  const locksOn = (file: string): ReadonlyArray<string> =>
    readFileSync("/proc/locks", "utf8")
      .split("\n")
      .filter((line) => line.includes(`:${statSync(file).ino} `))

  it.skipIf(process.platform !== "linux")(
    "is taken without taking SQLite's own locks from one that is open in this process",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "sellerkit-lock-"))
      const file = join(folder, "sellerkit.db")
      const host = openNodeHost(file)
      host.transaction(() => host.run("create table t (a integer) strict"))
      assert.lengthOf(locksOn(file), 1)
      lockFile(file).close()
      assert.lengthOf(locksOn(file), 1)
      host.close()
      rmSync(folder, { recursive: true })
    }
  )
})

describe("the oldest Node.js that is supported", () => {
  it("binds no parameters that have a number", () => {
    const source = join(import.meta.dirname, "..", "src")
    const numbered = globSync("**/*.ts", { cwd: source }).filter((file) =>
      /\?\d/.test(readFileSync(join(source, file), "utf8"))
    )
    assert.deepStrictEqual(numbered, [])
  })

  it("says that SQLite is experimental, which nobody is shown, unlike all else that it says", async () => {
    const { emitWarning, getBuiltinModule } = process
    const shown: Array<unknown> = []
    process.emitWarning = (warning: unknown) => void shown.push(warning)
    process.getBuiltinModule = ((id: string) => {
      process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning")
      process.emitWarning("WebStorage is an experimental feature", "ExperimentalWarning")
      process.emitWarning("SQLite was deprecated", "DeprecationWarning")
      return Reflect.apply(getBuiltinModule, process, [id])
    }) as typeof getBuiltinModule
    try {
      vi.resetModules()
      const { DatabaseSync } = await import("../src/connection/nodeSqlite.ts")
      new DatabaseSync(":memory:").close()
      process.emitWarning("SQLite is said to be experimental by somebody else", "ExperimentalWarning")
    } finally {
      Object.assign(process, { emitWarning, getBuiltinModule })
    }
    assert.deepStrictEqual(shown, [
      "WebStorage is an experimental feature",
      "SQLite was deprecated",
      "SQLite is said to be experimental by somebody else"
    ])
  })
})
