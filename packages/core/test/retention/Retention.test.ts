/** How much a step of removal does, and when the next is due: what is removed is shown over every driver. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { History } from "../../src/history/History.ts"
import type { RecordKind } from "../../src/retention/RecordKind.ts"
import {
  defaultRetentionPeriods,
  firstTooOld,
  RetentionInterval,
  RetentionPeriods,
  step
} from "../../src/retention/Retention.ts"
import { RetentionStore } from "../../src/retention/RetentionStore.ts"

/** A storage with so many old attempts to deliver, and what is asked of it. */
const storeWith = (old: number) => {
  const asked: Array<readonly [kind: RecordKind, days: number]> = []
  let left = old
  const remove = (kind: RecordKind, age: Duration.Duration, most: number) =>
    Effect.sync(() => {
      asked.push([kind, Duration.toDays(age)])
      const removed = kind === "deliveries" ? Math.min(most, left) : 0
      left -= removed
      return removed
    })
  const history = Layer.mock(History, { removeOld: (age, most) => remove("history", age, most) })
  return { asked, layer: Layer.merge(history, Layer.mock(RetentionStore, { remove })) }
}

describe("removal", () => {
  it.effect("takes one write of each kind at a time, by its period, and pauses for long when nothing is left", () => {
    const { asked, layer } = storeWith(501)
    const periods = { ...defaultRetentionPeriods, history: Duration.days(7) }
    return Effect.gen(function* () {
      assert.strictEqual(Duration.toMillis(yield* step), 100)
      assert.deepStrictEqual(asked, [
        ["events", 30],
        ["deliveries", 30],
        ["history", 7],
        ["remains", 30]
      ])
      assert.strictEqual(Duration.toMinutes(yield* step), 10)
      assert.strictEqual(Duration.toHours(yield* Effect.provideService(step, RetentionInterval, Duration.hours(6))), 6)
    }).pipe(Effect.provide(layer), Effect.provideService(RetentionPeriods, periods))
  })

  it("is due when the first record is too old, and never for what is kept for ever", () => {
    const none = { events: null, deliveries: null, history: null, remains: null }
    const day = Duration.toMillis(Duration.days(1))
    const of = (oldest: Partial<Record<RecordKind, number>>, periods = defaultRetentionPeriods) =>
      firstTooOld({ ...none, ...oldest }, periods)
    assert.strictEqual(of({}), Infinity)
    assert.strictEqual(of({ events: 5, deliveries: 3, history: 0 }), 3 + 30 * day)
    assert.strictEqual(of({ events: 5 }, { ...defaultRetentionPeriods, events: Duration.infinity }), Infinity)
  })
})
