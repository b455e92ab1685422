/** How much a step of removal does, and when the next is due: what is removed is shown over every driver. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { RecordKind } from "../../src/retention/RecordKind.ts"
import { firstTooOld, RetentionInterval, RetentionPeriods, retentionJob } from "../../src/retention/Retention.ts"
import { storedRetention } from "../../src/retention/RetentionRule.ts"
import { RetentionStore } from "../../src/retention/RetentionStore.ts"
import { StorageError } from "../../src/storage/StorageError.ts"

const job = retentionJob({
  events: storedRetention("events", Duration.days(30)),
  deliveries: storedRetention("deliveries", Duration.days(30)),
  remains: storedRetention("remains", Duration.days(365))
})

const step = Effect.map(job.step, (dueIn) => dueIn ?? Duration.zero)

/** A storage with so many old attempts to deliver, and what is asked of it. */
const storeWith = (old: number) => {
  const asked: Array<readonly [kind: RecordKind, days: number]> = []
  let left = old
  const layer = Layer.mock(RetentionStore, {
    remove: (kind, age, most) =>
      Effect.sync(() => {
        asked.push([kind, Duration.toDays(age)])
        const removed = kind === "deliveries" ? Math.min(most, left) : 0
        left -= removed
        return removed
      })
  })
  return { asked, layer }
}

describe("removal", () => {
  it.effect("takes one write of each kind at a time, by its period, and pauses for long when nothing is left", () => {
    const { asked, layer } = storeWith(501)
    const periods = { remains: Duration.days(7) }
    return Effect.gen(function* () {
      assert.strictEqual(Duration.toMillis(yield* step), 100)
      assert.deepStrictEqual(asked, [
        ["events", 30],
        ["deliveries", 30],
        ["remains", 7]
      ])
      assert.strictEqual(Duration.toMinutes(yield* step), 10)
      assert.strictEqual(Duration.toHours(yield* Effect.provideService(step, RetentionInterval, Duration.hours(6))), 6)
    }).pipe(Effect.provide(layer), Effect.provideService(RetentionPeriods, periods))
  })

  it.effect("goes on with the other kinds where one cannot be removed, and fails at the end", () => {
    const asked: Array<RecordKind> = []
    let old = 750
    const broken = new StorageError({ operation: "test", retryable: false, cause: new Error("Unreadable") })
    const layer = Layer.mock(RetentionStore, {
      remove: (kind) =>
        Effect.suspend(() => {
          asked.push(kind)
          if (kind === "events") return Effect.fail(broken)
          const removed = kind === "deliveries" ? Math.min(500, old) : 0
          old -= removed
          return Effect.succeed(removed)
        })
    })
    return Effect.gen(function* () {
      const failing = yield* Effect.forkChild(Effect.flip(step))
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(yield* Fiber.join(failing), broken)
      assert.deepStrictEqual(asked, ["events", "deliveries", "remains", "deliveries"])
    }).pipe(Effect.provide(layer))
  })

  it("is due when the first record is too old, and never for what is kept for ever", () => {
    const none = { events: null, deliveries: null, remains: null }
    const kept = { events: Duration.days(30), deliveries: Duration.days(30), remains: Duration.days(365) }
    const day = Duration.toMillis(Duration.days(1))
    const of = (
      oldest: Partial<Record<RecordKind, number>>,
      periods: Readonly<Record<string, Duration.Duration>> = kept
    ) => firstTooOld({ ...none, ...oldest }, periods)
    assert.strictEqual(of({}), Infinity)
    assert.strictEqual(of({ events: 5, deliveries: 3, remains: 0 }), 3 + 30 * day)
    assert.strictEqual(of({ events: 5 }, { ...kept, events: Duration.infinity }), Infinity)
  })
})
