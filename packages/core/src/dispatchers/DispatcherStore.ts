/** Port: which dispatchers deliver. */
import { Context, type Duration, type Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { DispatcherId, NamedDispatcher, RunningDispatcher } from "./RunningDispatcher.ts"

/**
 * How long ago a dispatcher was seen is the distance of then and now: one that ended before the clock was set back, and was seen at a
 * time that is still to come, is not alive until then.
 */
export class DispatcherStore extends Context.Service<
  DispatcherStore,
  {
    /** One write: the dispatcher is alive now, and others that were not seen for `forgottenAfter` or longer are removed. */
    note(dispatcher: NamedDispatcher, forgottenAfter: Duration.Duration): Effect.Effect<void, StorageError>

    /** Those that were seen less than `within` ago, in the order of their start, and then of their ids. */
    seen(within: Duration.Duration): Effect.Effect<ReadonlyArray<RunningDispatcher>, StorageError>

    /** Idempotent. */
    remove(id: DispatcherId): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/core/dispatchers/DispatcherStore") {}
