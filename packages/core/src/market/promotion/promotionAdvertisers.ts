/** Promotion campaigns on the market: reads those that run, and records what they got with what it takes from their budgets. */
import { Effect, Option, Result } from "effect"
import { type Campaign, CampaignType } from "../../campaigns/Campaign.ts"
import { CurrentIntervals } from "../../campaigns/CampaignIntervals.ts"
import { campaigns } from "../../campaigns/campaignRecords.ts"
import { eventsOf, type Financed, fundsDifferences, ownDifferences } from "../../campaigns/CampaignWrites.ts"
import type { EventId } from "../../catalog/NewEvent.ts"
import { budgets, costs, type Funds, funds, fundsKey, noBudget, noFunds } from "../../funds/fundRecords.ts"
import { currentProductSource } from "../../products/ProductSource.ts"
import * as Lookup from "../../records/Lookup.ts"
import { type Change, type Decision, put, Records } from "../../records/Records.ts"
import { statisticsRows } from "../../statistics/statisticsRecords.ts"
import type { StatisticsRow } from "../../statistics/StatisticsRow.ts"
import {
  Again,
  type CountedCampaigns,
  type Counting,
  countingCampaigns,
  isSame,
  marketKey,
  meterOf
} from "../countingCampaigns.ts"
import type { Course } from "../scenario/course.ts"
import type { Model } from "../displays/displaying.ts"
import type { Draw } from "../hashedDraw.ts"
import { hourOf } from "../marketTime.ts"
import { type Market, markets } from "../marketRecords.ts"
import { mayRun } from "../mayRun.ts"
import { orderedParts } from "../orders/OrderedPart.ts"
import { type Accrued, accrued, changeTimes, rowKeyText, type Surroundings } from "./accrual.ts"
import { productsOf } from "./placementsOf.ts"
import { type RowKey, rowKey } from "./rowGrowth.ts"

const kind = "promotion"

const statisticsKey = ({ advertId, appType, date, nmId }: RowKey) => [advertId, date, appType, nmId] as const

/** The rows that campaigns may have in the hours between two times. */
const rowKeysOf = (
  draw: Draw,
  candidates: ReadonlyArray<Campaign>,
  from: number,
  to: number
): ReadonlyArray<RowKey> => {
  const [first, last] = [hourOf(from), hourOf(to - 1)]
  return candidates.flatMap((campaign) =>
    productsOf(campaign).flatMap((nm) =>
      Array.from({ length: last - first + 1 }, (_, index) => rowKey(draw, campaign.advertId, nm, first + index))
    )
  )
}

interface Known {
  readonly market: Market
  readonly budgets: ReadonlyMap<number, Financed["budget"]>
  readonly funds: Funds
  readonly rows: ReadonlyMap<string, StatisticsRow>
}

/** Campaign after campaign, with the funds that they share. */
const countAll = (candidates: ReadonlyArray<Campaign>, known: Known, to: number, surroundings: Surroundings) => {
  let { funds: left } = known
  const meterIn = meterOf(known.market)
  return candidates.map((campaign): { readonly before: Financed; readonly after: Accrued } => {
    const { advertId } = campaign
    const before = { campaign, budget: known.budgets.get(advertId) ?? noBudget(advertId), funds: left }
    const after = accrued(before, meterIn(advertId), known.rows, to, surroundings)
    left = after.financed.funds
    return { before, after }
  })
}

const changesOf = ({ after, before }: ReturnType<typeof countAll>[number]): ReadonlyArray<Change> => [
  ...ownDifferences(before, after.financed),
  ...after.rows.map((row) => put(statisticsRows, row)),
  ...after.costs.map((cost) => put(costs, cost)),
  ...after.ordered.map((part) => put(orderedParts, part))
]

/** What the write changes, or why it has to be tried again. */
const decided = (
  { candidates, next, to }: Counting<Campaign>,
  known: Known,
  surroundings: Surroundings,
  ids: ReadonlyArray<EventId>
): Result.Result<Decision<void>, Again> => {
  const counted = countAll(candidates, known, to, surroundings)
  const market = next(known.market, new Map(counted.map(({ after }) => [after.meter.advertId, after.meter])))
  const needed = counted.reduce((sum, { after }) => sum + after.changes.length, 0)
  if (needed > ids.length) return Result.fail(new Again(needed))
  const left = [...ids]
  return Result.succeed({
    answer: undefined,
    changes: [
      put(markets, market),
      ...counted.flatMap(changesOf),
      ...fundsDifferences(known.funds, counted.at(-1)?.after.financed.funds ?? known.funds),
      ...counted.flatMap(({ after: { changes, financed } }) =>
        eventsOf(left.splice(0, changes.length), financed.campaign, changes)
      )
    ]
  })
}

const requirements = Effect.gen(function* () {
  return {
    records: yield* Records,
    products: yield* currentProductSource,
    intervals: yield* CurrentIntervals
  }
})
type Requirements = Effect.Success<typeof requirements> & { readonly model: Model; readonly course: Course }

const writing = ({ course, intervals, model, products, records }: Requirements): CountedCampaigns<Campaign>["write"] =>
  Effect.fnUntraced(function* (given, market, ids) {
    const { account, candidates, to } = given
    const named = yield* products.named(account, [...new Set(candidates.flatMap(productsOf))])
    const surroundings = { course, model, intervals, products: new Map(named.map((product) => [product.nm, product])) }
    const keys = candidates.map(({ advertId }) => [advertId])
    return yield* records.transact(
      account,
      {
        market: Lookup.one(markets, marketKey(kind)),
        campaigns: Lookup.many(campaigns, keys),
        budgets: Lookup.many(budgets, keys),
        funds: Lookup.one(funds, fundsKey),
        rows: Lookup.many(statisticsRows, rowKeysOf(model.draw, candidates, market.until, to).map(statisticsKey))
      },
      (found) => {
        const byId = new Map(found.campaigns.map((campaign) => [campaign.advertId, campaign]))
        const isStill =
          Option.getOrUndefined(found.market)?.until === market.until &&
          candidates.every((campaign) => isSame(campaign, byId.get(campaign.advertId)))
        if (!isStill || Option.isNone(found.market)) return Result.fail(new Again(0))
        const known: Known = {
          market: found.market.value,
          budgets: new Map(found.budgets.map((budget) => [budget.advertId, budget])),
          funds: Option.getOrElse(found.funds, () => noFunds),
          rows: new Map(found.rows.map((row) => [rowKeyText(row), row]))
        }
        return decided(given, known, surroundings, ids)
      }
    )
  })

/** Where a change is noticed late does not matter: it is counted until the same times, so that it is charged in the same parts. */
const countedUntil: CountedCampaigns<Campaign>["countedUntil"] = (candidates, cause, now) =>
  cause === "asked"
    ? now
    : candidates
        .flatMap(changeTimes)
        .filter((time) => time <= now)
        .toSorted((one, other) => one - other)
        .at(-1)

const types = CampaignType.literals

/** The kind of advertisers, and what has to be called before one of their campaigns is changed. */
export const makePromotionAdvertisers = (model: Model, course: Course) =>
  Effect.flatMap(requirements, (services) => {
    const { records } = services
    return countingCampaigns<Campaign>({
      kind,
      mayRun: (account, to) => {
        const isDeclining = course.at(to).some(({ happens }) => happens === "declined")
        return mayRun(records, account, campaigns, { types, statuses: isDeclining ? [4, 9, 11] : [9], to })
      },
      find: (account, advertId) => records.find(account, Lookup.many(campaigns, [[advertId]])),
      countedUntil,
      write: writing({ ...services, course, model })
    })
  })
