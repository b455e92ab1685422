/** What holds of the simulated market whatever a seller does on it, over a storage, by the clock of the test. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { propertyRuns } from "../property/propertyRuns.ts"
import { CountedWrites } from "./CountedWrites.ts"
import { anyHistory, type Begun, Change, type History } from "./History.ts"
import { type CampaignFacts, type Facts, playHistory } from "./playHistory.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made shorter.
const timeout = 300_000

const options = { seed: "market" }

const minute = 60_000

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** In hundredths of a rouble. */
const spentOf = ({ rows }: CampaignFacts): number => sum(rows.map((row) => Math.round(row.sum * 100)))

const costOf = ({ costs }: CampaignFacts): number => sum(costs.map(({ roubles }) => roubles))

const assertAgreed = ({ campaigns }: Facts): void => {
  for (const campaign of campaigns) {
    assert.strictEqual(costOf(campaign), Math.floor(spentOf(campaign) / 100), `costs of ${campaign.advertId}`)
    for (const row of campaign.rows) {
      const { atbs, canceled = 0, clicks, orders, shks, views } = row
      const isPossible = views >= clicks && clicks >= atbs && atbs >= orders && shks >= orders && orders >= canceled
      assert.isTrue(isPossible && views > 0, JSON.stringify(row))
    }
  }
}

/** In roubles: `putIn` is what the seller and its campaigns had in the beginning. */
const assertConserved = ({ campaigns, funds }: Facts, putIn: number): void => {
  assert.strictEqual(funds.budgets, sum(campaigns.map(({ budget }) => budget)))
  const { account, balance, bonus, budgets } = funds
  assert.strictEqual(account + balance + bonus + budgets + sum(campaigns.map(costOf)), putIn)
}

const assertLimited = ({ campaigns }: Facts, { campaigns: begun }: History): void => {
  for (const [index, { kind }] of begun.entries()) {
    if (kind !== "limited") continue
    const byDay = Map.groupBy(campaigns[index]!.rows, ({ date }) => date)
    for (const [day, rows] of byDay) assert.isAtMost(spentOf({ ...campaigns[index]!, rows }), 6000, day)
  }
}

/** When the step is taken, in milliseconds. */
const timeOf = ({ steps }: History, index: number): number =>
  minute * sum(steps.slice(0, index).map((step) => (step._tag === "Wait" ? step.minutes : 0)))

/** What had come of a campaign before the hour of a time, and before its day. */
const before = ({ costs, orders, rows }: CampaignFacts, time: number) => {
  const now = new Date(time + 180 * minute).toISOString()
  const [day, hour] = [now.slice(0, 10), now.slice(0, 13)]
  return {
    costs: costs.filter((cost) => cost.time < time),
    rows: rows.filter(({ date }) => date < day),
    orders: orders.filter(({ date }) => date < hour)
  }
}

/** What a product of a campaign got on a day, by statistics and by the report of orders. Sums are hundredths of a rouble. */
const ordersOf = ({ orders, rows }: CampaignFacts) => {
  const byRows = Map.groupBy(rows, ({ date, nmId }) => `${date} ${nmId}`)
  const byReport = Map.groupBy(orders, ({ date, nmId }) => `${date.slice(0, 10)} ${nmId}`)
  const counted = [...byRows].map(([key, own]) => [
    key,
    {
      orders: sum(own.map((row) => row.orders)),
      items: sum(own.map(({ shks }) => shks)),
      sum: sum(own.map((row) => Math.round(row.sum_price * 100))),
      canceled: sum(own.map(({ canceled = 0 }) => canceled))
    }
  ])
  const reported = [...byReport].map(([key, own]) => [
    key,
    {
      orders: new Set(own.map(({ gNumber }) => gNumber)).size,
      items: own.length,
      sum: sum(own.map(({ priceWithDisc }) => Math.round(priceWithDisc * 100))),
      canceled: own.filter(({ isCancel }) => isCancel).length
    }
  ])
  return { counted: Object.fromEntries(counted), reported: Object.fromEntries(reported) }
}

const nothing = { orders: 0, items: 0, sum: 0, canceled: 0 }

/** Every order is in the report once, and what was cancelled of them is cancelled by now. */
const assertReported = ({ campaigns }: Facts): void => {
  for (const campaign of campaigns) {
    const { counted, reported } = ordersOf(campaign)
    const all = Object.keys(counted).map((key) => [key, reported[key] ?? nothing])
    assert.deepStrictEqual(Object.fromEntries(all), counted)
    assert.includeMembers(Object.keys(counted), Object.keys(reported))
  }
}

/** `reference`: a storage that gives the same. */
export const marketSuite = ({ layer, name, trials = 1 }: StorageTarget, reference: StorageTarget): void => {
  describe(`the market: ${name}`, () => {
    const given = (runs: number) => ({ timeout, arbitrary: propertyRuns(runs * trials, 30) })

    it.effect.prop(
      "keeps all money, and statistics, costs and budgets agree, however its time passes and wherever it is kept",
      [anyHistory],
      ([history]) =>
        Effect.gen(function* () {
          const facts = yield* playHistory(layer, options, history)
          assertAgreed(facts)
          assertConserved(facts, 55_000 + sum(history.campaigns.map(({ budget }) => budget)))
          assertLimited(facts, history)
          assert.deepStrictEqual(facts, yield* playHistory(reference.layer, options, history, { pace: 7 }))
        }),
      given(8)
    )

    it.effect.prop(
      "counts everything once, although writes fail and are repeated",
      [anyHistory, Schema.Literals(["error", "defect", "answer"])],
      ([history, fails]) =>
        Effect.gen(function* () {
          const facts = yield* playHistory(layer, options, history, { fails })
          assert.deepStrictEqual(facts, yield* playHistory(reference.layer, options, history))
        }),
      given(5)
    )

    it.effect.prop(
      "lets a change of a campaign change what comes afterwards, and nothing of others",
      [anyHistory, Change],
      ([history, { at, step }]) =>
        Effect.gen(function* () {
          const index = at % (history.steps.length + 1)
          const steps = history.steps.toSpliced(index, 0, step)
          const facts = yield* playHistory(layer, options, history)
          const others = yield* playHistory(layer, options, { ...history, steps })
          const time = timeOf(history, index)
          for (const [number, campaign] of facts.campaigns.entries()) {
            const other = others.campaigns[number]!
            if (number === step.campaign % history.campaigns.length) {
              assert.deepStrictEqual(before(other, time), before(campaign, time))
            } else assert.deepStrictEqual(other, campaign)
          }
        }),
      given(4)
    )

    it.effect.prop(
      "reports every order that statistics count, with its items, its price and what is cancelled of it",
      [anyHistory],
      ([history]) =>
        Effect.gen(function* () {
          const stops = history.campaigns.map((_, campaign) => ({ _tag: "Act", campaign, action: "stop" }) as const)
          // Whatever is cancelled is cancelled within three days.
          const steps = [...history.steps, ...stops, { _tag: "Wait", minutes: 4 * 24 * 60 } as const]
          const facts = yield* playHistory(layer, options, { ...history, steps })
          assertReported(facts)
          const srids = facts.campaigns.flatMap(({ orders }) => orders.map(({ srid }) => srid))
          assert.strictEqual(new Set(srids).size, srids.length)
        }),
      given(2)
    )

    it.effect(
      "writes an hour of all campaigns at once, and of each no more than its row, budget, cost and orders",
      () =>
        Effect.gen(function* () {
          const running: Begun = { kind: "automatic", bid: 250, budget: 5000, isActive: true }
          const campaigns = [running, running, running, running]
          const afterDays = Effect.fnUntraced(function* (days: number) {
            const counted = new CountedWrites()
            yield* playHistory(counted.over(layer), options, {
              campaigns,
              steps: [{ _tag: "Wait", minutes: days * 24 * 60 }]
            })
            return counted
          })
          const [day, twoDays] = [yield* afterDays(1), yield* afterDays(2)]
          const puts = twoDays.puts - day.puts
          assert.strictEqual(twoDays.writes - day.writes, 24)
          // And the market itself, and the number of the last cost.
          assert.isAtMost(puts, 24 * (4 * campaigns.length + 2))
          assert.isAbove(puts, 24 * campaigns.length)
        })
    )
  })
}
