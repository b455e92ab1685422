/** Every storage port over a Durable Object's SQLite. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import { Effect, type Layer } from "effect"
import { type DurableObjectStorage, openDurableObjectHost } from "./DurableObjectHost.ts"
import * as Host from "./host.ts"

export { type DurableObjectStorage, openDurableObjectHost } from "./DurableObjectHost.ts"

/** Over `ctx.storage` of an object whose class uses SQLite. Nobody else writes to it: one layer per object. */
export const layer = (storage: DurableObjectStorage): Layer.Layer<StoragePorts, StorageError> =>
  Host.layer(Effect.sync(() => openDurableObjectHost(storage)))
