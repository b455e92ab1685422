/** A seller on the market, and all that came of it. */
import {
  type Account,
  Campaigns,
  Finance,
  type OrderRow,
  ReportSource,
  SellerId,
  Statistics,
  type StatisticsRow,
  type StoragePorts,
  stringOf
} from "@sellerkit/core"
import { marketLayer, type MarketOptions } from "@sellerkit/core/market"
import { Clock, Effect, type Layer, Logger, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import {
  call,
  caughtUpWith,
  done,
  dresses,
  get,
  operator,
  product,
  serviceOver,
  shirts
} from "../campaigns/CampaignWorld.ts"
import { type Failure, FailingRecords } from "../campaigns/failingRecords.ts"
import type { Begun, History, Step } from "./History.ts"

export interface Course {
  /** In minutes: how time passes. Each wait at once, when absent. */
  readonly pace?: number
  /** How a write fails in each wait. None does, when absent. */
  readonly fails?: Failure
}

const account: Account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const days = { from: "1970-01-01", to: "1970-01-31" }

const idOf = (index: number): number => 20_000_000 + index

const settled = caughtUpWith(["campaign", "market"])

const pass = Effect.fnUntraced(function* (minutes: number, pace = minutes) {
  for (let left = minutes; left > 0; left -= pace) {
    yield* TestClock.adjust(`${Math.min(left, pace)} minutes`)
    yield* settled
  }
})

const hour = 3_600_000

const endHour = Effect.flatMap(Clock.currentTimeMillis, (now) => pass((hour - (now % hour)) / 60_000))

const [shirt, dress] = [
  { id: shirts.subjectId, name: shirts.subjectName },
  { id: dresses.subjectId, name: dresses.subjectName }
]

const united = (bid: number) => ({
  unitedParams: [
    { subject: shirt, menus: [], nms: [101, 102], searchCPM: bid, catalogCPM: bid },
    { subject: dress, menus: [], nms: [201], searchCPM: 150, catalogCPM: bid }
  ]
})

const settingsOf = ({ bid, kind }: Begun): object => {
  switch (kind) {
    case "automatic": {
      const active = { carousel: true, recom: false, booster: true }
      const autoParams = {
        subject: shirt,
        sets: [],
        menus: [],
        active,
        nmCPM: [{ nm: 101, cpm: bid }],
        nms: [101],
        cpm: bid
      }
      return { type: 8, autoParams }
    }
    case "catalog": {
      const part = { subjectId: dress.id, menuId: 7, active: true, price: bid, intervals: [{ Begin: 9, End: 18 }] }
      return { type: 4, params: [{ ...part, nms: [{ nm: 201, active: true }] }] }
    }
    case "limited":
      return { type: 9, dailyBudget: 60, ...united(bid) }
    case "clicks":
      return { type: 9, paymentType: "cpc", ...united(bid) }
    default:
      return { type: 9, ...united(bid) }
  }
}

const put = (begun: Begun, index: number) =>
  operator("PUT", `/campaigns/${idOf(index)}`, {
    name: `Campaign ${index}`,
    status: begun.isActive ? 9 : 11,
    budget: begun.budget,
    ...settingsOf(begun)
  })

const begin = Effect.fnUntraced(function* ({ campaigns }: History) {
  const products = [product(101, shirts), { ...product(102, shirts), price: 999.9 }, product(201, dresses)]
  yield* done(operator("PUT", "/products", { products }))
  yield* done(operator("POST", "/funds", { account: 50_000, bonus: 5000, idempotencyKey: "first" }))
  for (const [index, begun] of campaigns.entries()) yield* done(put(begun, index))
})

/** What the service refuses changes nothing. */
const take = Effect.fnUntraced(function* (step: Step, { campaigns }: History, pace: number | undefined) {
  if (step._tag === "Wait") return yield* pass(step.minutes, pace)
  const index = step.campaign % campaigns.length
  const id = idOf(index)
  switch (step._tag) {
    case "Act":
      return yield* Effect.asVoid(get(`/adv/v0/${step.action}?id=${id}`))
    case "Rename":
      return yield* Effect.asVoid(call("POST", "/adv/v0/rename", { advertId: id, name: step.name }))
    case "TopUp":
      return yield* Effect.asVoid(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }))
    case "Bid": {
      const type = { automatic: 8, catalog: 4 }[campaigns[index]!.kind as string] ?? 9
      const param = type === 4 ? 7 : shirt.id
      return yield* Effect.asVoid(
        call("POST", "/adv/v0/cpm", { advertId: id, type, instrument: 6, param, cpm: step.cpm })
      )
    }
  }
})

export interface CampaignFacts {
  readonly advertId: number
  readonly status: number
  /** In roubles. */
  readonly budget: number
  readonly rows: ReadonlyArray<StatisticsRow>
  /** In roubles, the oldest first. */
  readonly costs: ReadonlyArray<{ readonly time: number; readonly source: string; readonly roubles: number }>
  /** Of the report, in the order of their changes. */
  readonly orders: ReadonlyArray<OrderRow>
}

export interface Facts {
  readonly campaigns: ReadonlyArray<CampaignFacts>
  /** In roubles, and all budgets together. */
  readonly funds: {
    readonly account: number
    readonly balance: number
    readonly bonus: number
    readonly budgets: number
  }
}

const refreshInterval = 30 * 60_000

/** All orders, by the campaigns that they came from. */
const orderedRows = Effect.gen(function* () {
  // What was counted by now is in the report after the next refresh.
  yield* pass(refreshInterval / 60_000 + 1)
  const reports = Option.getOrThrow(yield* Effect.serviceOption(ReportSource))
  const refreshed = Math.floor((yield* Clock.currentTimeMillis) / refreshInterval) * refreshInterval
  const { rows } = yield* reports.changedSince(account, "orders", { since: 0, limit: 1_000_000 }, refreshed)
  const found = (yield* Stream.runCollect(rows)).map((text): OrderRow => JSON.parse(stringOf(text)))
  return Map.groupBy(found, ({ gNumber }) => Number.parseInt(gNumber.split("-")[1]!, 36))
})

const factsOf = Effect.fnUntraced(function* (history: History) {
  const campaigns = yield* Campaigns
  const finance = yield* Finance
  const statistics = yield* Statistics
  const costs = yield* finance.costs(account, days)
  const found: Array<Omit<CampaignFacts, "orders">> = []
  for (const index of history.campaigns.keys()) {
    const advertId = idOf(index)
    found.push({
      advertId,
      status: (yield* campaigns.find(account, [advertId]))[0]!.state.status,
      budget: yield* finance.budget(account, advertId),
      rows: yield* statistics.rows(account, advertId, days),
      costs: costs.flatMap(({ roubles, source, time, ...cost }) =>
        cost.advertId === advertId ? [{ time, source, roubles }] : []
      )
    })
  }
  const { body: funds } = yield* done(operator("GET", "/funds"))
  const orders = yield* orderedRows
  const facts: Facts = {
    campaigns: found.map((campaign) => ({ ...campaign, orders: orders.get(campaign.advertId) ?? [] })),
    funds
  }
  return facts
})

// our choice: the first write of a wait, or one of some after it.
const mostBefore = 4

/** A history over a storage of its own. It ends at the end of an hour, by which all is counted, and nothing that comes after it. */
export const playHistory = <E>(
  storage: Layer.Layer<StoragePorts, E>,
  options: MarketOptions,
  history: History,
  { fails, pace }: Course = {}
): Effect.Effect<Facts, unknown> => {
  const failing = new FailingRecords()
  return Effect.gen(function* () {
    yield* begin(history)
    for (const step of history.steps) {
      if (step._tag === "Wait" && fails !== undefined) failing.fail(["transact"], fails, step.minutes % mostBefore)
      yield* take(step, history, pace)
      failing.mend()
    }
    yield* endHour
    return yield* factsOf(history)
  }).pipe(
    Effect.provide(serviceOver(failing.over(storage), marketLayer(options))),
    Effect.provide([TestClock.layer(), Logger.layer([])])
  )
}
