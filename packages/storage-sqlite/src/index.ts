/** Every storage port on SQLite: durable, in one file, without a server. */
import { StorageError, type StoragePorts } from "@sellerkit/core"
import { Effect, Layer, type Scope } from "effect"
import { openNodeHost } from "./NodeHost.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import * as SqliteDeliveryLog from "./SqliteDeliveryLog.ts"
import * as SqliteDeliveryQueue from "./SqliteDeliveryQueue.ts"
import * as SqliteEventStore from "./SqliteEventStore.ts"
import * as SqliteHistoryStore from "./SqliteHistoryStore.ts"
import type { SqliteHost } from "./SqliteHost.ts"
import * as SqliteRevokedTokens from "./SqliteRevokedTokens.ts"
import * as SqliteWebhookStore from "./SqliteWebhookStore.ts"
import { Work } from "./Work.ts"

export type { SqliteHost, SqlValue } from "./SqliteHost.ts"

const ports = Layer.mergeAll(
  SqliteDeliveryLog.layer,
  SqliteDeliveryQueue.layer,
  SqliteEventStore.layer,
  SqliteHistoryStore.layer,
  SqliteRevokedTokens.layer,
  SqliteWebhookStore.layer
).pipe(Layer.provide(Work.layer))

/** Over a host of one's own. The schema is brought up to date first. */
export const layerHost = (
  open: Effect.Effect<SqliteHost, StorageError, Scope.Scope>
): Layer.Layer<StoragePorts, StorageError> => Layer.provide(ports, SqliteDatabase.layer(open))

/**
 * Over `node:sqlite`: a file that only one process may use at a time, or `:memory:`. Fails when the file cannot be opened,
 * or was written by a newer version.
 */
export const layer = (file: string): Layer.Layer<StoragePorts, StorageError> =>
  layerHost(
    Effect.acquireRelease(
      Effect.try({
        try: () => openNodeHost(file),
        catch: (cause) => new StorageError({ operation: `open ${file}`, retryable: false, cause })
      }),
      (host) => Effect.sync(() => host.close())
    )
  )
