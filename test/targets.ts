/** The drivers and transports that the shared suites run over. */
import { FetchTransport } from "@sellerkit/core/delivery"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import type { DurableStorageTarget, StorageTarget, TransportTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const storages: ReadonlyArray<StorageTarget> = [
  { name: "memory", layer: MemoryStorage.layer },
  { name: "SQLite", layer: SqliteStorage.layer(":memory:") }
]

export const durableStorages: ReadonlyArray<DurableStorageTarget> = [
  {
    name: "SQLite",
    make: Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "sellerkit-durable-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      ),
      (folder) => SqliteStorage.layer(join(folder, "sellerkit.db"))
    )
  }
]

/** Those that keep a file, with one of their own for each test. */
export const fileStorages: ReadonlyArray<StorageTarget> = durableStorages.map(({ make, name }) => ({
  name: `${name}, in a file`,
  layer: Layer.unwrap(make)
}))

export const transports: ReadonlyArray<TransportTarget> = [
  { name: "undici", layer: NodeTransport.layer() },
  { name: "fetch", layer: Layer.provide(FetchTransport.layer, FetchHttpClient.layer) }
]
