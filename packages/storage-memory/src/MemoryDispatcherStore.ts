/** Which dispatchers deliver, in memory. */
import { DispatcherStore, type RunningDispatcher } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer } from "effect"
import { MemoryState } from "./state/MemoryState.ts"

const inOrder = (left: RunningDispatcher, right: RunningDispatcher): number =>
  left.startedAt - right.startedAt || (left.id < right.id ? -1 : 1)

const isSeen = ({ seenAt }: RunningDispatcher, now: number, within: Duration.Duration): boolean =>
  Math.abs(now - seenAt) < Duration.toMillis(within)

export const layer: Layer.Layer<DispatcherStore, never, MemoryState> = Layer.effect(
  DispatcherStore,
  Effect.map(MemoryState, ({ dispatchers }) =>
    DispatcherStore.of({
      note: ({ id, name }, forgottenAfter) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          dispatchers.set(id, { id, name, startedAt: dispatchers.get(id)?.startedAt ?? now, seenAt: now })
          for (const one of dispatchers.values()) if (!isSeen(one, now, forgottenAfter)) dispatchers.delete(one.id)
        }),
      seen: (within) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          [...dispatchers.values()].filter((one) => isSeen(one, now, within)).toSorted(inOrder)
        ),
      remove: (id) => Effect.sync(() => void dispatchers.delete(id))
    })
  )
)
