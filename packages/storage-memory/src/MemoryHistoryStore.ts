/** Change history in memory. */
import { HistoryStore } from "@sellerkit/core"
import { Effect, Layer, Option } from "effect"
import { MemoryState, ownerState } from "./MemoryState.ts"

export const layer: Layer.Layer<HistoryStore, never, MemoryState> = Layer.effect(
  HistoryStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return HistoryStore.of({
      append: (entry) => Effect.sync(() => ownerState(state, entry.owner).addHistory(entry)),
      get: (owner, id) => Effect.sync(() => Option.fromUndefinedOr(ownerState(state, owner).historyById.get(id))),
      find: (owner, request) => Effect.sync(() => ownerState(state, owner).history.find(request))
    })
  })
)
