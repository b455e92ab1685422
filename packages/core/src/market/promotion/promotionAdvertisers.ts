/** Promotion campaigns on the market: reads those that run, and records what they got with what it takes from their budgets. */
import { Clock, Effect, Option, Result } from "effect"
import type { Account } from "../../access/Account.ts"
import type { BeforeChange } from "../../campaigns/BeforeChange.ts"
import { type Campaign, type CampaignStatus, CampaignType } from "../../campaigns/Campaign.ts"
import { CurrentIntervals } from "../../campaigns/CampaignIntervals.ts"
import { campaigns } from "../../campaigns/campaignRecords.ts"
import {
  eventsOf,
  type Financed,
  fundsDifferences,
  makeNewIds,
  ownDifferences
} from "../../campaigns/CampaignWrites.ts"
import type { EventId } from "../../catalog/NewEvent.ts"
import { budgets, costs, type Funds, funds, fundsKey, noBudget, noFunds } from "../../funds/fundRecords.ts"
import type { Product } from "../../products/Product.ts"
import { currentProductSource } from "../../products/ProductSource.ts"
import * as Lookup from "../../records/Lookup.ts"
import { type Change, type Decision, put, Records } from "../../records/Records.ts"
import { statisticsRows } from "../../statistics/statisticsRecords.ts"
import type { StatisticsRow } from "../../statistics/StatisticsRow.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import type { Advertisers } from "../Advertisers.ts"
import type { Course } from "../course.ts"
import type { Model } from "../displaying.ts"
import type { Draw } from "../hashedDraw.ts"
import { dayOf, hourLength, hourOf, startOfHour } from "../marketTime.ts"
import { type Market, markets } from "../marketRecords.ts"
import { type Accrued, accrued, changeTimes, type Meter, rowKeyText, type Surroundings } from "./accrual.ts"
import { productsOf } from "./placementsOf.ts"
import { type RowKey, rowKey } from "./rowGrowth.ts"

const kind = "promotion"
const key = [kind]

// our choice: more than a seller has.
const mostCampaigns = 1_000_000

/** What was found is other than what was read before, or there are too few ids for the events. Nothing was written. */
class Again {
  readonly ids: number

  constructor(ids: number) {
    this.ids = ids
  }
}

/** What a write counts. */
interface Counting {
  readonly account: Account
  readonly candidates: ReadonlyArray<Campaign>
  /** Until when, in milliseconds since 1970. */
  readonly to: number
  /** The market as it is left, with how far each candidate is counted. */
  readonly next: (market: Market, meters: ReadonlyMap<number, Meter>) => Market
}

const isSame = (one: Campaign, other: Campaign | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

const statisticsKey = ({ advertId, appType, date, nmId }: RowKey) => [advertId, date, appType, nmId] as const

/** The rows that campaigns may have in the hours between two times. */
const rowKeysOf = (
  draw: Draw,
  candidates: ReadonlyArray<Campaign>,
  from: number,
  to: number
): ReadonlyArray<RowKey> => {
  const [first, last] = [hourOf(from), hourOf(to)]
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
  const meters = new Map(known.market.meters.map((meter) => [meter.advertId, meter]))
  return candidates.map((campaign): { readonly before: Financed; readonly after: Accrued } => {
    const { advertId } = campaign
    const before = { campaign, budget: known.budgets.get(advertId) ?? noBudget(advertId), funds: left }
    const meter = meters.get(advertId) ?? { advertId, until: known.market.until, spent: 0 }
    const after = accrued(before, meter, known.rows, to, surroundings)
    left = after.financed.funds
    return { before, after }
  })
}

const changesOf = ({ after, before }: ReturnType<typeof countAll>[number]): ReadonlyArray<Change> => [
  ...ownDifferences(before, after.financed),
  ...after.rows.map((row) => put(statisticsRows, row)),
  ...after.costs.map((cost) => put(costs, cost))
]

/** What the write changes, or why it has to be tried again. */
const decided = (
  { candidates, next, to }: Counting,
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
    intervals: yield* CurrentIntervals,
    newIds: yield* makeNewIds
  }
})
type Requirements = Effect.Success<typeof requirements> & { readonly model: Model; readonly course: Course }

/** One write. Gives whether it was made; otherwise the campaigns have to be read again. */
const counting = ({ course, model, intervals, newIds, products, records }: Requirements) => {
  const attempt = (
    given: Counting,
    market: Market,
    named: ReadonlyMap<number, Product>,
    ids: ReadonlyArray<EventId>
  ) => {
    const { account, candidates, to } = given
    const surroundings = { course, model, intervals, products: named }
    const keys = candidates.map(({ advertId }) => [advertId])
    return records.transact(
      account,
      {
        market: Lookup.one(markets, key),
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
  }
  return Effect.fnUntraced(function* (given: Counting, market: Market) {
    const named = yield* products.named(given.account, [...new Set(given.candidates.flatMap(productsOf))])
    const byNm = new Map(named.map((product) => [product.nm, product]))
    let ids: ReadonlyArray<EventId> = []
    for (;;) {
      const result = yield* Effect.result(attempt(given, market, byNm, ids))
      if (Result.isSuccess(result)) return true
      if (!(result.failure instanceof Again)) return yield* Effect.fail<StorageError>(result.failure)
      if (result.failure.ids === 0) return false
      ids = yield* newIds(result.failure.ids)
    }
  })
}

/** Those that may have run, or wait for something, and so may run although lists do not show it yet. */
const mayRun = (records: Records["Service"], account: Account, statuses: ReadonlyArray<CampaignStatus>) =>
  Effect.map(
    records.findAll(account, {
      ...Object.fromEntries(
        CampaignType.literals.flatMap((type) =>
          statuses.map((status) => [
            `${type} ${status}`,
            Lookup.range(campaigns, { index: "byTypeAndStatus", within: [type, status], limit: mostCampaigns })
          ])
        )
      ),
      waiting: Lookup.range(campaigns, { index: "byNextChange", limit: mostCampaigns })
    }),
    (found) => {
      const all = new Map(Object.values(found).flatMap((some) => some.map((campaign) => [campaign.advertId, campaign])))
      return [...all.values()].toSorted((one, other) => one.advertId - other.advertId)
    }
  )

/** Meters that say something: of campaigns that are counted further, or that have spent something today. */
const kept = (meters: ReadonlyArray<Meter>, until: number): ReadonlyArray<Meter> =>
  meters.filter(
    (meter) => meter.until > until || (meter.spent > 0 && dayOf(hourOf(meter.until)) === dayOf(hourOf(until)))
  )

const withMeters = ({ meters }: Market, counted: ReadonlyMap<number, Meter>): ReadonlyArray<Meter> => [
  ...meters.filter(({ advertId }) => !counted.has(advertId)),
  ...counted.values()
]

/** The market of an account, which begins with its first campaign. */
const opened = (records: Records["Service"], account: Account, now: number) =>
  records.transact(account, { market: Lookup.one(markets, key) }, ({ market }) => {
    if (Option.isSome(market)) return Result.succeed({ answer: market.value, changes: [] })
    const first: Market = { kind, until: startOfHour(hourOf(now)), meters: [] }
    return Result.succeed({ answer: first, changes: [put(markets, first)] })
  })

/** What is written in every hour of all campaigns. */
const hourly = (given: Requirements): Advertisers => {
  const { course, records } = given
  const count = counting(given)
  const countHour: Advertisers["countHour"] = Effect.fn("PromotionAdvertisers.countHour")(function* (account, market) {
    const to = market.until + hourLength
    const isDeclining = course.at(to).some(({ happens }) => happens === "declined")
    const candidates = yield* mayRun(records, account, isDeclining ? [4, 9, 11] : [9])
    const next: Counting["next"] = (found, meters) => ({
      kind,
      until: to,
      meters: kept(withMeters(found, meters), to)
    })
    if (yield* count({ account, candidates, to, next }, market)) return
    // Another process has counted it, or a campaign has been changed meanwhile.
    const current = yield* records.find(account, Lookup.one(markets, key))
    if (Option.isSome(current) && current.value.until === market.until) yield* countHour(account, market)
  })
  return { countHour }
}

/**
 * What one campaign got until it is changed. Where that is noticed late does not matter: it is counted until the same times, so that
 * it is charged in the same parts.
 */
const untilChange = (given: Requirements): BeforeChange => {
  const { records } = given
  const count = counting(given)
  return Effect.fn("PromotionAdvertisers.countUntilChange")(function* (account, advertId, cause) {
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const candidates = yield* records.find(account, Lookup.many(campaigns, [[advertId]]))
      const to =
        cause === "asked" ? now : Math.max(...candidates.flatMap(changeTimes).filter((time) => time <= now), -Infinity)
      // Answers catch up with it, or it disappears.
      if (to === -Infinity) return
      const market = yield* opened(records, account, now)
      // One that is created or put in now begins now.
      const begun: Meter = { advertId, until: now, spent: 0 }
      const next: Counting["next"] = (found, meters) => ({
        ...found,
        meters: withMeters(found, meters.size === 0 ? new Map([[advertId, begun]]) : meters)
      })
      if (yield* count({ account, candidates, to, next }, market)) return
    }
  })
}

/** The kind of advertisers, and what has to be called before one of their campaigns is changed. */
export const makePromotionAdvertisers = (model: Model, course: Course) =>
  Effect.map(requirements, (services) => {
    const given = { ...services, course, model }
    return { advertisers: hourly(given), beforeChange: untilChange(given) }
  })
