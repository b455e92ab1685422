/** What the change history does over every driver's records. */
import { assert, describe } from "@effect/vitest"
import {
  History,
  historyRetention,
  historyEntries,
  HistoryEntryId,
  HistoryEntryNotFound,
  parseCursor
} from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, historyEntry, owner, uuid } from "../../fixtures.ts"
import { appendEntry, entriesOf } from "./historySteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const numbers = (found: ReadonlyArray<{ readonly id: string }>) => found.map(({ id }) => Number(id.slice(-1)))

export const historySuite = (target: StorageTarget): void => {
  describe(`History: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives back every kind of entry as it was written",
      Effect.gen(function* () {
        const history = yield* History
        const {
          ip: _ip,
          userId: _userId,
          ...bare
        } = historyEntry(3, { source: "system", action: "disableUnreachable" })
        const entries = [
          historyEntry(1, { request: { webhookId: uuid(1) } }),
          historyEntry(2, { response: {}, error: "There is no webhook: «x»" }),
          bare
        ]
        for (const written of entries) yield* appendEntry(historyEntries.encode(written))
        for (const written of entries) assert.deepStrictEqual(yield* history.get(owner(), written.id), written)
        assert.instanceOf(yield* Effect.flip(history.get(owner(), HistoryEntryId.make(uuid(9)))), HistoryEntryNotFound)
      })
    )

    test(
      "shows an owner its own entries only",
      Effect.gen(function* () {
        const history = yield* History
        const owners = [owner(), owner("a"), owner("b"), owner("a", account(2)), owner("a", account(1, true))]
        for (const [index, one] of owners.entries()) yield* appendEntry(entry(index + 1, { owner: one }), one)
        for (const [index, one] of owners.entries()) {
          const id = HistoryEntryId.make(uuid(index + 1))
          const found = yield* entriesOf(one)
          assert.deepStrictEqual(
            found.map((shown) => shown.id),
            [id]
          )
          const others = owners.filter((other) => other !== one)
          for (const other of others) {
            assert.instanceOf(yield* Effect.flip(history.get(other, id)), HistoryEntryNotFound)
          }
        }
      })
    )

    test(
      "pages by time, both ends of an interval included",
      Effect.gen(function* () {
        const history = yield* History
        for (const number of [1, 2, 3, 4, 5]) yield* appendEntry(entry(number, { time: at(number * 10) }))
        const older = { limit: 10, direction: "older" } as const
        assert.deepStrictEqual(numbers(yield* entriesOf(owner(), older)), [5, 4, 3, 2, 1])
        assert.deepStrictEqual(numbers(yield* entriesOf(owner(), { ...older, from: 20, to: 40 })), [4, 3, 2])
        const first = yield* history.page(owner(), { ...older, limit: 2 })
        assert.deepStrictEqual(numbers(first.items), [5, 4])
        assert.deepStrictEqual(parseCursor(first.next), { time: 40, id: uuid(4) }, "there are more")
        const cursor = { time: 30, id: uuid(3) }
        assert.deepStrictEqual(numbers(yield* entriesOf(owner(), { ...older, cursor })), [2, 1])
        assert.deepStrictEqual(numbers(yield* entriesOf(owner(), { ...older, cursor, from: 20 })), [2])
        const newer = { limit: 10, direction: "newer", cursor } as const
        assert.deepStrictEqual(numbers(yield* entriesOf(owner(), newer)), [5, 4])
        assert.deepStrictEqual(numbers(yield* entriesOf(owner(), { ...newer, to: 40 })), [4])
        const next = yield* history.page(owner(), { ...newer, limit: 1 })
        assert.deepStrictEqual(numbers(next.items), [4])
        assert.deepStrictEqual(parseCursor(next.prev), { time: 40, id: uuid(4) }, "there are more")
      })
    )

    test(
      "leads on from entries of one time, and back from beyond the last of them",
      Effect.gen(function* () {
        const history = yield* History
        for (const number of [1, 2, 3]) yield* appendEntry(entry(number, { time: at(10) }))
        const older = { limit: 2, direction: "older" } as const
        const first = yield* history.page(owner(), older)
        const second = yield* history.page(owner(), { ...older, cursor: parseCursor(first.next)! })
        assert.deepStrictEqual([numbers(first.items), numbers(second.items)], [[3, 2], [1]])
        const empty = yield* history.page(owner(), { ...older, cursor: { time: 10, id: uuid(1) } })
        assert.deepStrictEqual(empty.items, [])
        const back = yield* history.page(owner(), { ...older, direction: "newer", cursor: parseCursor(empty.prev)! })
        assert.deepStrictEqual(numbers(back.items), [2, 1])
      })
    )

    test(
      "forgets changes of webhooks that are old enough, the oldest first, whichever account they are of",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) {
          const of = owner(undefined, account(number === 2 ? 2 : 1))
          yield* appendEntry(entry(number, { owner: of, time: at(number * 3_600_000) }), of)
        }
        yield* TestClock.adjust("4 hours")
        assert.strictEqual(yield* historyRetention.remove(Duration.minutes(90), 1), 1)
        assert.deepStrictEqual(numbers(yield* entriesOf(owner())), [3])
        assert.strictEqual(yield* historyRetention.remove(Duration.minutes(90), 10), 1)
        assert.deepStrictEqual(yield* entriesOf(owner(undefined, account(2))), [])
        assert.strictEqual(yield* historyRetention.remove(Duration.minutes(90), 10), 0)
        assert.deepStrictEqual(numbers(yield* entriesOf(owner())), [3])
      })
    )
  })
}
