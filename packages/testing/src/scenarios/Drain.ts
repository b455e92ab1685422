/** Makes a service that does nothing by itself deliver what is due. */
import type { StorageError } from "@sellerkit/core"
import { Context, type Effect } from "effect"

export class Drain extends Context.Service<
  Drain,
  {
    /** Completes when nothing is under way or due. */
    readonly all: Effect.Effect<void, StorageError>
  }
>()("@sellerkit/testing/scenarios/Drain") {}
