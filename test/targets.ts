/** The drivers and transports that the shared suites run over. */
import { FetchTransport } from "@sellerkit/core/delivery"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import type { StorageTarget, TransportTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"

export const storages: ReadonlyArray<StorageTarget> = [
  { name: "memory", layer: MemoryStorage.layer },
  { name: "SQLite", layer: SqliteStorage.layer(":memory:") }
]

export const transports: ReadonlyArray<TransportTarget> = [
  { name: "undici", layer: NodeTransport.layer() },
  { name: "fetch", layer: Layer.provide(FetchTransport.layer, FetchHttpClient.layer) }
]
