/** What holds of media campaigns on the simulated market, over a storage, by the clock of the test. */
import { assert, describe, it } from "@effect/vitest"
import { marketLayer, type MarketOptions } from "@sellerkit/core/market"
import { Effect, Layer, Schema } from "effect"
import { serviceOver } from "../../campaigns/CampaignWorld.ts"
import { actOnMedia, item, putMedia } from "../../campaigns/media/mediaCalls.ts"
import { Which } from "../../property/choices.ts"
import type { StorageTarget } from "../../conformance/StorageTarget.ts"
import { propertyRuns } from "../../property/propertyRuns.ts"
import { anyMediaHistory, type MediaHistory, type MediaTurn } from "./MediaHistory.ts"
import { bidForBanner, listening, type MediaFacts, mediaFacts, passMinutes, toldEvents } from "./MediaWorld.ts"
import { dailyLimit, playMediaHistory } from "./playMediaHistory.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made shorter.
const timeout = 300_000

const options = { seed: "market" }

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const viewsOf = ({ rows }: Pick<MediaFacts, "rows">): number => sum(rows.map(({ views }) => views))

/** In hundredths of a rouble. */
const spentOf = ({ rows }: Pick<MediaFacts, "rows">): number => sum(rows.map((row) => Math.round(row.sum * 100)))

const assertAgreed = (facts: ReadonlyArray<MediaFacts>, { campaigns }: MediaHistory): void => {
  for (const [index, { budget: putIn, kind }] of campaigns.entries()) {
    const { advertId, budget, expenses, rows, status } = facts[index]!
    assert.isAtLeast(budget, 0)
    assert.strictEqual(budget + expenses, putIn, `money of ${advertId}`)
    assert.strictEqual(expenses, Math.floor(spentOf({ rows }) / 100), `expenses of ${advertId}`)
    if (kind === "days") assert.strictEqual(expenses, 0)
    else if (budget === 0 && expenses > 0) assert.notStrictEqual(status, 6)
    for (const row of rows) {
      const { atbs, clicks, orders, views } = row
      assert.isTrue(views > 0 && views >= clicks && clicks >= atbs && atbs >= orders, JSON.stringify(row))
    }
    if (kind !== "limited") continue
    const byDay = Map.groupBy(rows, ({ date, itemId }) => `${date} ${itemId}`)
    for (const [day, own] of byDay) assert.isAtMost(spentOf({ rows: own }), dailyLimit * 100, day)
  }
}

/** The turns of a history before and after one of them. There are some of both. */
const parted = ({ turns }: MediaHistory, at: number) => {
  const before = turns.slice(0, 1 + (at % (turns.length - 1)))
  return { before, later: turns.slice(before.length) }
}

/** Within an hour. */
const turnOf = (does: MediaTurn["does"]): MediaTurn => ({ after: 25, does })

/** Two processes that simulate the same market. */
const twice = (given: MarketOptions) => Layer.merge(marketLayer(given), marketLayer(given))

/** `reference`: a storage that gives the same. */
export const mediaMarketSuite = ({ layer, name, trials = 1 }: StorageTarget, reference: StorageTarget): void => {
  const test = (title: string, body: Effect.Effect<void, unknown, Layer.Success<ReturnType<typeof serviceOver>>>) =>
    it.effect(title, () => Effect.provide(body, serviceOver(layer, marketLayer(options))))

  describe(`media campaigns on the market: ${name}`, () => {
    const given = (runs: number) => ({ timeout, arbitrary: propertyRuns(runs * trials, 30) })

    it.effect.prop(
      "keep all money, limits and agreement, however their time passes, wherever they are kept, and whoever counts",
      [anyMediaHistory],
      ([history]) =>
        Effect.gen(function* () {
          const facts = yield* playMediaHistory(layer, twice(options), history)
          assertAgreed(facts.campaigns, history)
          assert.deepStrictEqual(
            facts,
            yield* playMediaHistory(reference.layer, marketLayer(options), history, { pace: 7 })
          )
        }),
      given(6)
    )

    it.effect.prop(
      "are counted once, although writes fail and are repeated",
      [anyMediaHistory, Schema.Literals(["error", "defect", "answer"])],
      ([history, fails]) =>
        Effect.gen(function* () {
          const facts = yield* playMediaHistory(layer, marketLayer(options), history, { fails })
          assert.deepStrictEqual(facts, yield* playMediaHistory(reference.layer, marketLayer(options), history))
        }),
      given(3)
    )

    it.effect.prop(
      "get the same whether or not a change is asked for that is refused",
      [anyMediaHistory, Which, Which],
      ([history, campaign, at]) =>
        Effect.gen(function* () {
          const { before, later } = parted(history, at)
          const refused = turnOf({ _tag: "LowBid", campaign })
          const rest = later.map((turn, index) => (index === 0 ? { ...turn, after: turn.after + refused.after } : turn))
          const play = (turns: ReadonlyArray<MediaTurn>) =>
            playMediaHistory(layer, marketLayer(options), { ...history, turns })
          assert.deepStrictEqual(yield* play([...before, refused, ...later]), yield* play([...before, ...rest]))
        }),
      given(4)
    )

    it.effect.prop(
      "have, when they are paused, what they would have without the pause",
      [anyMediaHistory, Which, Which],
      ([history, campaign, at]) =>
        Effect.gen(function* () {
          const { before } = parted(history, at)
          /** At the time of the last turn. */
          const hadAfter = (does: MediaTurn["does"]) =>
            Effect.map(
              playMediaHistory(
                layer,
                marketLayer(options),
                { ...history, turns: [...before, turnOf(does)] },
                { isCutShort: true }
              ),
              ({ campaigns }) => campaigns.map(({ budget, rows }) => ({ budget, rows }))
            )
          assert.deepStrictEqual(
            yield* hadAfter({ _tag: "Act", campaign, action: "pause" }),
            // It is refused, so that it only asks what there is by then.
            yield* hadAfter({ _tag: "LowBid", campaign })
          )
        }),
      given(4)
    )

    test(
      "get their share of the hour in which they are put in, bid for and paused",
      Effect.gen(function* () {
        // Noon in Moscow.
        yield* passMinutes(9 * 60)
        yield* putMedia(1, { extended: { budget: 100_000 } })
        yield* passMinutes(60)
        const hour = viewsOf(yield* mediaFacts(1))
        assert.isAbove(hour, 10)
        yield* passMinutes(30)
        yield* putMedia(2, { extended: { budget: 100_000 } })
        yield* bidForBanner(1, item.id, 900)
        const half = viewsOf(yield* mediaFacts(1))
        assert.isAbove(half, hour)
        yield* passMinutes(15)
        yield* actOnMedia("pause", 1)
        const paused = yield* mediaFacts(1)
        assert.isAbove(viewsOf(paused), half)
        yield* passMinutes(120)
        assert.deepStrictEqual(yield* mediaFacts(1), paused)
        yield* actOnMedia("stop", 2)
        const late = viewsOf(yield* mediaFacts(2))
        assert.isTrue(late > 0 && late < 3 * hour)
      })
    )

    test(
      "end when their budget is spent, once, and are told so",
      Effect.gen(function* () {
        yield* listening
        yield* putMedia(1, { extended: { budget: 7 } })
        yield* putMedia(2, { extended: { budget: 0 } })
        yield* putMedia(3, { type: 1, extended: { budget: 5 } })
        yield* passMinutes(600)
        const { budget, expenses, rows, status } = yield* mediaFacts(1)
        assert.deepStrictEqual([status, budget, expenses, spentOf({ rows })], [11, 0, 7, 700])
        const none = yield* mediaFacts(2)
        assert.deepStrictEqual([none.status, none.rows], [11, []])
        const daily = yield* mediaFacts(3)
        assert.deepStrictEqual([daily.status, daily.budget, daily.expenses, spentOf(daily)], [6, 5, 0, 0])
        assert.isAbove(viewsOf(daily), viewsOf({ rows }))
        const told = (yield* toldEvents).map((text) => JSON.parse(text))
        assert.deepStrictEqual(
          told.map(({ advertId }) => advertId),
          [1, 2]
        )
        const exhaustedAt = Date.parse(told[0].exhaustedAt)
        assert.isTrue(exhaustedAt > 0 && exhaustedAt < 600 * 60_000)
      })
    )

    test(
      "wait for midnight in Moscow when all of their banners have spent what they may",
      Effect.gen(function* () {
        const items = [
          { ...item, daily_limit: 5 },
          { ...item, id: 8, daily_limit: 8 }
        ]
        yield* putMedia(1, { items })
        // 23:00 in Moscow: what its hours until midnight are worth is counted when they are over.
        yield* passMinutes(20 * 60)
        const first = yield* mediaFacts(1)
        assert.deepStrictEqual([first.status, first.budget, spentOf(first)], [10, 987, 1300])
        yield* passMinutes(59)
        assert.deepStrictEqual(yield* mediaFacts(1), first)
        yield* passMinutes(1)
        assert.strictEqual((yield* mediaFacts(1)).status, 6)
        yield* passMinutes(24 * 60 - 1)
        const second = yield* mediaFacts(1)
        assert.deepStrictEqual([second.status, second.budget], [10, 974])
        const byBanner = Map.groupBy(second.rows, ({ date, itemId }) => `${date} ${itemId}`)
        assert.deepStrictEqual(
          [...byBanner].map(([key, rows]) => [key, spentOf({ rows })]),
          [
            ["1970-01-01 7", 500],
            ["1970-01-01 8", 800],
            ["1970-01-02 7", 500],
            ["1970-01-02 8", 800]
          ]
        )
      })
    )
  })
}
