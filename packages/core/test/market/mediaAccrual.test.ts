import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { courseOf } from "../../src/market/scenario/course.ts"
import { makeModel } from "../../src/market/displays/displaying.ts"
import { hourLength } from "../../src/market/marketTime.ts"
import { mediaAccrued } from "../../src/market/media/mediaAccrual.ts"
import type { Scenario } from "../../src/market/scenario/Scenario.ts"
import type { MediaCampaign, MediaItem } from "../../src/media/MediaCampaign.ts"
import type { MediaChange } from "../../src/media/mediaProgress.ts"
import type { MediaStatisticsRow } from "../../src/media/MediaStatisticsRow.ts"
import { moscowDay } from "../../src/time/MoscowTime.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Cpm = between(50, 1500)

const Hours = Schema.Struct({ From: between(0, 24), To: between(0, 24) })

/** Banners 1, 2, …. Limits are so low that many are reached. */
const AnyBanner = Schema.Struct({
  cpm: Cpm,
  place: between(0, 6),
  subject_id: between(1, 50),
  daily_limit: Schema.Literals([0, 0, 3, 20, 100]),
  show_hours: Schema.Array(Hours).check(Schema.isMaxLength(2))
})

const AnyBanners = Schema.Array(AnyBanner).check(Schema.isMinLength(1), Schema.isMaxLength(4))

const itemsOf = (banners: typeof AnyBanners.Type): ReadonlyArray<MediaItem> =>
  banners.map((banner, index) => ({ id: index + 1, name: `Banner ${index + 1}`, status: 6, ...banner }))

// A Thursday.
const startsAt = Date.parse("2026-01-15T10:20:00+03:00")

const length = 40 * hourLength

const banner: MediaItem = { id: 7, name: "Front page", status: 6, cpm: 300, place: 1, subject_id: 192 }

const campaign = (is: Partial<MediaCampaign> = {}): MediaCampaign => ({
  advertId: 1,
  name: "Sale",
  brand: "Plank",
  type: 2,
  status: 6,
  createdAt: startsAt,
  changedAt: startsAt,
  budget: 1_000_000,
  expenses: 0,
  spent: 0,
  charged: 0,
  price: 0,
  operation: 1,
  contractId: 0,
  items: [banner],
  ...is
})

const model = makeModel("a market")

interface Came {
  readonly campaign: MediaCampaign
  readonly rows: ReadonlyArray<MediaStatisticsRow>
  readonly changes: ReadonlyArray<MediaChange>
}

const keyOf = ({ appType, date, itemId }: MediaStatisticsRow): string => `${date} ${itemId} ${appType}`

/** What comes of a campaign, counted at each of the times. They are milliseconds after the start, in order. */
const cameOf = (given: MediaCampaign, times: ReadonlyArray<number> = [length], scenario: Scenario = []): Came => {
  const surroundings = { model, course: courseOf(scenario, startsAt) }
  const rows = new Map<string, MediaStatisticsRow>()
  const changes: Array<MediaChange> = []
  let [meter, current] = [{ advertId: given.advertId, until: startsAt, spent: 0 }, given]
  for (const time of times) {
    const after = mediaAccrued(current, meter, [...rows.values()], startsAt + time, surroundings)
    for (const row of after.rows) rows.set(keyOf(row), row)
    changes.push(...after.changes)
    ;({ campaign: current, meter } = after)
  }
  const sorted = [...rows.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  return { campaign: current, rows: sorted, changes }
}

const viewsOf = (rows: ReadonlyArray<MediaStatisticsRow>): number => rows.reduce((sum, { views }) => sum + views, 0)

/** In hundredths of a rouble. */
const spentOf = (rows: ReadonlyArray<MediaStatisticsRow>): number =>
  rows.reduce((sum, row) => sum + Math.round(row.sum * 100), 0)

describe("what comes of a media campaign", () => {
  it.prop(
    "does not depend on how often anybody looks",
    [AnyBanners, Schema.Literals([0, 5, 60, 100_000]), Schema.Array(between(0, length)).check(Schema.isMaxLength(6))],
    ([banners, budget, times]) => {
      const given = campaign({ items: itemsOf(banners), budget })
      const often = [...times.toSorted((one, other) => one - other), length]
      assert.deepStrictEqual(cameOf(given, often), cameOf(given))
    }
  )

  it.prop(
    "keeps the budget and every limit of a day, and charges whole roubles of what its rows say",
    [AnyBanners, Schema.Literals([0, 5, 60, 100_000])],
    ([banners, putIn]) => {
      const items = itemsOf(banners)
      const { campaign: after, changes, rows } = cameOf(campaign({ items, budget: putIn }))
      assert.isAtLeast(after.budget, 0)
      assert.strictEqual(after.budget + after.expenses, putIn)
      assert.strictEqual(after.expenses, Math.floor(spentOf(rows) / 100))
      assert.strictEqual(after.status === 11, after.budget === 0)
      assert.strictEqual(changes.filter(({ to }) => to === 11).length, after.budget === 0 ? 1 : 0)
      for (const { daily_limit: limit = 0, id } of items) {
        const own = rows.filter(({ itemId }) => itemId === id)
        const byDay = Map.groupBy(own, ({ date }) => date)
        for (const [day, some] of byDay) assert.isTrue(limit === 0 || spentOf(some) <= limit * 100, `${id} ${day}`)
      }
      for (const { at } of changes.filter(({ to }) => to === 10)) {
        const today = rows.filter(({ date }) => date === moscowDay(at))
        for (const { daily_limit: limit = 0, id } of items) {
          assert.strictEqual(spentOf(today.filter(({ itemId }) => itemId === id)), limit * 100)
        }
      }
    }
  )

  it.prop("is never less for a higher bid", [AnyBanner, Cpm], ([one, cpm]) => {
    const [low, high] = [Math.min(one.cpm, cpm), Math.max(one.cpm, cpm)].map(
      (bid) => cameOf(campaign({ items: itemsOf([{ ...one, cpm: bid, daily_limit: 0 }]) })).rows
    )
    const found = new Map(high!.map((row) => [keyOf(row), row]))
    for (const row of low!) {
      const other = found.get(keyOf(row))
      for (const field of ["views", "clicks", "atbs", "orders"] as const) {
        assert.isAtLeast(other?.[field] ?? 0, row[field], field)
      }
    }
  })

  it("is charged nothing where it is paid by days, and has the best position", () => {
    const byViews = cameOf(campaign())
    const { cpm: _, ...unbid } = banner
    const byDays = cameOf(campaign({ type: 1, budget: 3, items: [{ ...unbid, daily_limit: 1 }] }))
    assert.deepStrictEqual([byDays.campaign.budget, byDays.campaign.expenses, spentOf(byDays.rows)], [3, 0, 0])
    assert.strictEqual(byDays.campaign.status, 6)
    assert.isAbove(viewsOf(byDays.rows), viewsOf(byViews.rows))
    assert.deepStrictEqual(cameOf(campaign({ items: [unbid] })).rows, [], "nobody bids for it")
  })

  it("is in the hours and dates of a banner", () => {
    const views = (is: object) => viewsOf(cameOf(campaign({ items: [{ ...banner, ...is }] })).rows)
    const hours = (From: number, To: number) => views({ show_hours: [{ From, To }] })
    const all = views({})
    assert.strictEqual(hours(0, 24), all)
    assert.strictEqual(hours(8, 20) + hours(20, 8), all)
    assert.isTrue(hours(8, 20) > 0 && hours(20, 8) > 0)
    const noon = DateTime.makeUnsafe("2026-01-15T12:30:00+03:00")
    assert.strictEqual(views({ date_from: noon }) + views({ date_to: noon }), all)
    assert.isTrue(views({ date_to: noon }) > 0 && views({ date_to: noon }) < all / 2)
  })

  it("waits until midnight in Moscow, at most", () => {
    const { changes } = cameOf(campaign({ items: [{ ...banner, daily_limit: 10 }] }))
    assert.deepStrictEqual(
      changes.map(({ from, to }) => [from, to]),
      [
        [6, 10],
        [10, 6],
        [6, 10],
        [10, 6]
      ].slice(0, changes.length)
    )
    assert.isAbove(changes.length, 2)
    assert.strictEqual(changes[1]!.at, Date.parse("2026-01-16T00:00:00+03:00"))
  })

  it("is what a scenario has happen", () => {
    const rush: Scenario = [{ at: "18:00", happens: "budgetExhausted", campaigns: ["Sale"] }]
    const [exhausted] = cameOf(campaign({ budget: 2000 }), [length], rush).changes
    assert.deepStrictEqual([exhausted!.from, exhausted!.to], [6, 11])
    const evening = Date.parse("2026-01-15T18:00:00+03:00")
    assert.isTrue(exhausted!.at > evening - hourLength && exhausted!.at <= evening)
    const rejection: Scenario = [{ at: "18:00", happens: "declined" }]
    for (const status of [6, 9] as const) {
      const rejected = cameOf(campaign({ status }), [length], rejection)
      assert.deepStrictEqual(rejected.changes, [{ at: evening, from: status, to: 3 }])
    }
    assert.deepStrictEqual(cameOf(campaign({ status: 7 }), [length], rejection).changes, [])
  })
})
