/** What an app learns that embeds Sellerkit, and whose database is lost meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { createSellerkit, type LogEntry, StorageError } from "@sellerkit/embed"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const seller = { sellerId: crypto.randomUUID() }
const event = {
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
} as const

describe("an app whose database is lost", () => {
  it("is told by the call and once by the log, and goes on when it is put back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-embedded-"))
    const file = join(folder, "shop.db")
    const logged: Array<LogEntry> = []
    const sellerkit = await createSellerkit({
      storage: SqliteStorage.layer(file),
      log: (entry) => void logged.push(entry)
    })
    try {
      await sellerkit.publish(seller, [event])
      renameSync(file, `${file}.aside`)
      const error = await sellerkit.publish(seller, [event]).then(
        () => undefined,
        (cause: unknown) => cause
      )
      assert.instanceOf(error, StorageError)
      assert.deepStrictEqual([error.retryable, error.lasting], [true, true])
      assert.lengthOf(logged, 1)
      assert.match(String(logged[0]!.annotations["reason"]), /^The file of the database was deleted or replaced/)
      renameSync(`${file}.aside`, file)
      await sellerkit.publish(seller, [event])
    } finally {
      await sellerkit.close()
      rmSync(folder, { recursive: true })
    }
  })
})
