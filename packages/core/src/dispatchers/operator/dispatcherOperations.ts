/** Each operation on dispatchers as one call of the storage. */
import { DateTime, Effect } from "effect"
import { DispatcherStore } from "../DispatcherStore.ts"
import { HeartbeatRule } from "../HeartbeatRule.ts"
import type { RunningDispatcher } from "../RunningDispatcher.ts"

const shown = ({ id, name, seenAt, startedAt }: RunningDispatcher) => ({
  id,
  name,
  startedAt: DateTime.makeUnsafe(startedAt),
  seenAt: DateTime.makeUnsafe(seenAt)
})

export const dispatcherOperations = Effect.gen(function* () {
  const store = yield* DispatcherStore
  const { aliveFor } = yield* HeartbeatRule
  return {
    list: () => Effect.map(store.seen(aliveFor), (dispatchers) => ({ dispatchers: dispatchers.map(shown) }))
  }
})
