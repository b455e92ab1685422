/** What every `HistoryStore` does. */
import { assert, describe } from "@effect/vitest"
import { HistoryEntryId, HistoryStore } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { account, at, entry, owner, uuid } from "../fixtures.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { storageTest } from "./storageTest.ts"

export const historyStoreSuite = (target: StorageTarget): void => {
  describe(`HistoryStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives back every kind of entry as it was written",
      Effect.gen(function* () {
        const history = yield* HistoryStore
        const { ip: _ip, userId: _userId, ...bare } = entry(3, { source: "system", action: "disableUnreachable" })
        const entries = [
          entry(1, { request: { webhookId: uuid(1) } }),
          entry(2, { response: {}, error: "There is no webhook: «x»" }),
          bare
        ]
        for (const written of entries) yield* history.append(written)
        for (const written of entries) {
          assert.deepStrictEqual(yield* history.get(owner(), written.id), Option.some(written))
        }
        assert.deepStrictEqual(yield* history.get(owner(), HistoryEntryId.make(uuid(9))), Option.none())
      })
    )

    test(
      "shows an owner its own entries only",
      Effect.gen(function* () {
        const history = yield* HistoryStore
        const owners = [owner(), owner("a"), owner("b"), owner("a", account(2)), owner("a", account(1, true))]
        for (const [index, one] of owners.entries()) yield* history.append(entry(index + 1, { owner: one }))
        for (const [index, one] of owners.entries()) {
          const found = yield* history.find(one, { limit: 10, direction: "older" })
          assert.deepStrictEqual(
            found.map(({ id }) => id),
            [HistoryEntryId.make(uuid(index + 1))]
          )
          const others = owners.filter((other) => other !== one)
          for (const other of others) {
            assert.deepStrictEqual(yield* history.get(other, HistoryEntryId.make(uuid(index + 1))), Option.none())
          }
        }
      })
    )

    test(
      "pages by time, both ends of an interval included",
      Effect.gen(function* () {
        const history = yield* HistoryStore
        for (const number of [1, 2, 3, 4, 5]) yield* history.append(entry(number, { time: at(number * 10) }))
        const numbers = (found: ReadonlyArray<{ readonly id: string }>) => found.map(({ id }) => Number(id.slice(-1)))
        const older = { limit: 10, direction: "older" } as const
        assert.deepStrictEqual(numbers(yield* history.find(owner(), older)), [5, 4, 3, 2, 1])
        assert.deepStrictEqual(numbers(yield* history.find(owner(), { ...older, from: 20, to: 40 })), [4, 3, 2])
        assert.deepStrictEqual(numbers(yield* history.find(owner(), { ...older, limit: 2 })), [5, 4, 3])
        const cursor = { time: 30, id: uuid(3) }
        assert.deepStrictEqual(numbers(yield* history.find(owner(), { ...older, cursor })), [2, 1])
        const newer = { limit: 10, direction: "newer", cursor } as const
        assert.deepStrictEqual(numbers(yield* history.find(owner(), newer)), [4, 5])
        assert.deepStrictEqual(numbers(yield* history.find(owner(), { ...newer, to: 40 })), [4])
        assert.deepStrictEqual(numbers(yield* history.find(owner(), { ...newer, limit: 1 })), [4, 5])
      })
    )
  })
}
