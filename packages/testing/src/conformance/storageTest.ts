/** One test of a storage suite: it starts with an empty storage, and with the test clock at zero. */
import { it } from "@effect/vitest"
import { Effect } from "effect"
import type { StoragePorts } from "@sellerkit/core"
import type { StorageTarget } from "./StorageTarget.ts"

export const storageTest =
  ({ layer }: StorageTarget) =>
  (title: string, body: Effect.Effect<void, unknown, StoragePorts>): void =>
    it.effect(title, () => Effect.provide(body, layer))
