/** What a commit rests on: a write-ahead log that is synchronised with the disk before each commit returns. */
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach } from "vitest"
import { openNodeHost } from "../src/NodeHost.ts"

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
