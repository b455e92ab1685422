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
const before = ({ costs, rows }: CampaignFacts, time: number) => {
  const day = new Date(time + 180 * minute).toISOString().slice(0, 10)
  return { costs: costs.filter((cost) => cost.time < time), rows: rows.filter(({ date }) => date < day) }
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

    it.effect("writes an hour of all campaigns at once, and of each no more than its row, budget and cost", () =>
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
        assert.isAtMost(puts, 24 * (3 * campaigns.length + 2))
        assert.isAbove(puts, 24 * campaigns.length)
      })
    )
  })
}
