/** When a seller's alarm is set. */
import {
  Campaigns,
  firstTooOld,
  MediaCampaigns,
  Records,
  Resends,
  RetentionInterval,
  RetentionStore
} from "@sellerkit/core"
import { defaultRetentionPeriods, makeBackgroundPass, recordWork, type RetentionName } from "@sellerkit/core/service"
import type { NextWork } from "@sellerkit/storage-sqlite/durable-object"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Record } from "effect"
import { TestClock } from "effect/testing"
import { withRemovalTime } from "../src/durableObject/removalTime.ts"
import { SellerAlarm } from "../src/durableObject/SellerAlarm.ts"

const second = Duration.toMillis(Duration.seconds(1))
const day = Duration.toMillis(Duration.days(1))

type Oldest = Readonly<Record<RetentionName, number | null>>

const noRecords: Oldest = Record.map(defaultRetentionPeriods, () => null)

const nothing: NextWork = {
  ...Record.map(recordWork.due, () => null),
  delivery: null,
  resends: null,
  retention: null
}

/** An alarm over work that tests change, and what the platform and the object were told. */
const opening = (setFor?: number, periods = defaultRetentionPeriods) => {
  const calls: Array<number | "begin" | "off"> = []
  let work = nothing
  let removals = 0
  const { nextDue, run } = makeBackgroundPass({
    deliver: Effect.void,
    steps: 1,
    within: "1 minute",
    knownWork: () => work
  })
  const alarm = new SellerAlarm(
    {
      setAlarm: async (time) => void calls.push(time),
      deleteAlarm: async () => void calls.push("off")
    },
    { nextDue, begin: () => void calls.push("begin") },
    setFor
  )
  const services = Layer.mergeAll(
    Layer.mock(Resends, { step: Effect.undefined }),
    Layer.mock(Campaigns, {}),
    Layer.mock(MediaCampaigns, {}),
    Layer.mock(Records, { removeOld: () => Effect.succeed(0) }),
    Layer.mock(RetentionStore, {
      remove: (kind) => Effect.sync(() => (kind === "events" && removals++, 0))
    }),
    Layer.succeed(RetentionInterval, Duration.days(1))
  )
  return {
    alarm,
    calls,
    /** A pass at that time. Whether it looked for what is too old. */
    removes: Effect.fnUntraced(function* (now: number) {
      const before = removals
      yield* TestClock.setTime(now)
      yield* Effect.provide(run, services)
      return removals > before
    }),
    is: ({ oldest = noRecords, ...change }: Partial<NextWork> & { readonly oldest?: Oldest }) => {
      work = withRemovalTime({ ...nothing, retention: firstTooOld(oldest, periods), ...change })
    }
  }
}

/** Of an object that was opened with nothing to do. */
const alarmOver = (...given: Parameters<typeof opening>) => {
  const opened = opening(...given)
  opened.alarm.rest()
  return opened
}

describe("the alarm of a seller", () => {
  it("follows a commit that gives something to do earlier, and no other", () => {
    const { alarm, calls, is } = alarmOver()
    alarm.follow(0)
    assert.deepStrictEqual(calls, [])
    is({ delivery: 5000 })
    alarm.follow(0)
    alarm.follow(0)
    is({ delivery: 9000, resends: 7000 })
    alarm.follow(0)
    assert.deepStrictEqual(calls, [5000], "one that rings too early does no harm")
    is({ delivery: 9000, resends: 3000 })
    alarm.follow(0)
    assert.deepStrictEqual(calls, [5000, 3000])
  })

  it("has what is due at once be done at once, and is set once for many of them in case the object ends meanwhile", () => {
    const { alarm, calls, is } = alarmOver(day)
    const soon = 31 * second
    for (const now of [1, 2, 3, 29].map((seconds) => seconds * second)) {
      is({ delivery: now })
      alarm.follow(now)
      assert.isTrue(alarm.isWorking)
      // The claim, and how it ended.
      is({ delivery: now + 30 * second })
      alarm.follow(now)
      is({ retention: day })
      alarm.follow(now)
      alarm.rest()
      assert.isFalse(alarm.isWorking)
    }
    assert.deepStrictEqual(calls, [soon, "begin", "begin", "begin", "begin"])
    alarm.rang()
    alarm.rest()
    assert.strictEqual(calls.at(-1), day)
  })

  it("begins once where more becomes due before it is done, and rings again for what is left", () => {
    const { alarm, calls, is } = alarmOver()
    is({ delivery: 1000 })
    alarm.follow(1000)
    is({ delivery: 1000, resends: 1000 })
    alarm.follow(1000)
    assert.deepStrictEqual(calls, [1000 + 30 * second, "begin"])
    is({ resends: 1000 })
    alarm.rest()
    assert.strictEqual(calls.at(-1), 1000)
  })

  it("begins again when the work is done, where something has come that it may not have seen", () => {
    const { alarm, calls, is } = alarmOver()
    is({ delivery: 1000 })
    alarm.follow(1000)
    is({ delivery: 40 * second })
    alarm.begin()
    assert.deepStrictEqual(calls, [31 * second, "begin"])
    alarm.rest()
    assert.deepStrictEqual(calls, [31 * second, "begin", "begin"])
    assert.isTrue(alarm.isWorking)
    alarm.rest()
    assert.isFalse(alarm.isWorking)
  })

  it("is set for what is due soon when the work is done", () => {
    const { alarm, calls, is } = alarmOver()
    is({ delivery: 1000 })
    alarm.follow(1000)
    // It is to be sent again in five seconds.
    is({ delivery: 6000 })
    alarm.follow(1000)
    alarm.rest()
    assert.deepStrictEqual(calls, [1000 + 30 * second, "begin", 6000])
  })

  it("knows what was set before the object began anew", () => {
    const { alarm, calls, is } = alarmOver(4000)
    is({ delivery: 5000 })
    alarm.follow(0)
    assert.deepStrictEqual(calls, [])
    is({ delivery: 3000 })
    alarm.follow(0)
    assert.deepStrictEqual(calls, [3000])
  })

  it("rings for what is due when the object begins anew: the object itself begins nothing", () => {
    const { alarm, calls, is } = opening()
    is({ delivery: 5000 })
    alarm.follow(5000)
    alarm.rest()
    assert.deepStrictEqual(calls, [35_000, 5000])
  })

  it("is set anew while it rings, so that what is leased is looked after if the object ends meanwhile", () => {
    const { alarm, calls, is } = alarmOver(1000)
    alarm.rang()
    is({ delivery: 31_000 })
    alarm.follow(1000)
    assert.deepStrictEqual(calls, [31_000])
  })

  it("begins nothing while it rings, and looks no further once it is set", () => {
    const { alarm, calls, is } = alarmOver(1000)
    alarm.rang()
    is({ delivery: 1000 })
    alarm.follow(1000)
    is({ delivery: 900 })
    alarm.follow(1000)
    assert.deepStrictEqual(calls, [31_000])
  })

  it("is set for what comes next when what was due is done, also when that is later, and taken off when there is nothing", () => {
    const { alarm, calls, is } = alarmOver(1000)
    alarm.rang()
    is({ delivery: 31_000 })
    alarm.follow(1000)
    is({ delivery: 40_000 })
    alarm.rest()
    alarm.rang()
    is({ delivery: 70_000 })
    alarm.follow(40_000)
    is({})
    alarm.rest()
    alarm.rest()
    assert.deepStrictEqual(calls, [31_000, 40_000, 70_000, "off"])
  })

  it("tries again soon when what was due could not be done, and no later than it is set for", () => {
    const { alarm, calls, is } = alarmOver(1000)
    alarm.rang()
    is({ delivery: 900 })
    alarm.tryAgain(1000)
    alarm.follow(9000)
    alarm.tryAgain(9000)
    assert.deepStrictEqual(calls, [11_000, "begin"])
  })

  it.effect("rings when the oldest record of a kind has become too old, and then once a day at most", () =>
    Effect.gen(function* () {
      const { alarm, calls, is, removes } = alarmOver()
      is({ oldest: { ...noRecords, deliveries: 1000, history: 500 } })
      alarm.follow(1000)
      assert.deepStrictEqual(calls, [31 * day])
      assert.isFalse(yield* removes(30 * day + 1000))
      const now = 31 * day
      alarm.rang()
      assert.isTrue(yield* removes(now))
      // Records that stay, because what is in them still waits, do not make it ring again and again.
      assert.isFalse(yield* removes(now + 1))
      alarm.rest()
      assert.deepStrictEqual(calls.at(-1), now + day)
      assert.isTrue(yield* removes(now + day))
    })
  )

  it.effect(
    "removes what becomes too old in the course of a day at its end, also where the object is evicted meanwhile",
    () =>
      Effect.gen(function* () {
        const hour = day / 24
        const removed: Array<number> = []
        // An event was published every hour.
        let oldest = 0
        for (let now = 30 * day; now <= 32 * day; now += hour) {
          const { is, removes } = alarmOver()
          is({ oldest: { ...noRecords, events: oldest } })
          if (!(yield* removes(now))) continue
          removed.push(now)
          oldest = now - 30 * day + hour
        }
        assert.deepStrictEqual(removed, [30 * day, 31 * day, 32 * day])
      })
  )

  it.effect("does not ring for what is kept for ever", () =>
    Effect.gen(function* () {
      const forever = { ...defaultRetentionPeriods, events: Duration.infinity, deliveries: Duration.infinity }
      const { alarm, calls, is, removes } = alarmOver(undefined, forever)
      is({ oldest: { ...noRecords, events: 1000, deliveries: 1000 } })
      alarm.follow(2000)
      assert.deepStrictEqual(calls, [])
      assert.isFalse(yield* removes(8.64e15))
      is({ oldest: { ...noRecords, events: 1000, remains: 2000 } })
      alarm.follow(2000)
      assert.deepStrictEqual(calls, [31 * day])
    })
  )
})
