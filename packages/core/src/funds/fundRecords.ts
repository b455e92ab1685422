/** Money as it is kept: the seller's funds, the budgets of its campaigns, and what was done with both. */
import { DateTime, Schema } from "effect"
import { collection } from "../records/Collection.ts"
import { Count } from "../validation/WholeNumber.ts"
import * as Money from "./Money.ts"

/** What the seller has besides the budgets of its campaigns. There is one. */
export const Funds = Schema.Struct({
  money: Money.Money,
  /** The number of the last movement: costs and top-ups are numbered in one row. */
  movements: Count
})
export type Funds = typeof Funds.Type

export const fundsKey = ["funds"] as const

export const noFunds: Funds = { money: Money.nothing, movements: 0 }

export const funds = collection("funds", { schema: Funds, key: () => fundsKey, indexes: {}, rewritten: true })

/** The budget of a campaign, and what its statistics say that it has spent. */
export const Budget = Schema.Struct({
  advertId: Schema.Int,
  money: Money.Money,
  /** In hundredths of a rouble. */
  spent: Schema.Int,
  /** The whole roubles of `spent` that were charged, or could not be, because nothing was left. */
  charged: Schema.Int
})
export type Budget = typeof Budget.Type

export const noBudget = (advertId: number): Budget => ({ advertId, money: Money.nothing, spent: 0, charged: 0 })

export const budgets = collection("campaignBudget", {
  schema: Budget,
  key: ({ advertId }) => [advertId],
  indexes: {},
  rewritten: true
})

/** A charge of a campaign's budget, to one source (Finance fields, Cost history row). Times are milliseconds since 1970. */
export const Cost = Schema.Struct({
  number: Count,
  time: Schema.Int,
  roubles: Money.Roubles,
  advertId: Schema.Int,
  name: Schema.String,
  /** Type and status of the campaign then. */
  type: Schema.Literals([4, 5, 6, 7, 8, 9]),
  source: Money.Source,
  status: Schema.Literals([4, 7, 8, 9, 11])
})
export type Cost = typeof Cost.Type

export const costs = collection("campaignCost", {
  schema: Cost,
  key: ({ number, time }) => [time, number],
  indexes: {},
  since: ({ time }) => DateTime.makeUnsafe(time)
})

/** Money that a campaign's budget got from a source (Finance fields, Top-up history row). */
export const TopUp = Schema.Struct({
  number: Count,
  time: Schema.Int,
  roubles: Money.Roubles,
  source: Money.Source,
  advertId: Schema.Int
})
export type TopUp = typeof TopUp.Type

export const topUps = collection("campaignTopUp", {
  schema: TopUp,
  key: ({ number, time }) => [time, number],
  indexes: {},
  since: ({ time }) => DateTime.makeUnsafe(time)
})

/** A credit or debit of the marketplace's own side, by the key that keeps it from being made twice. */
export const Credit = Schema.Struct({
  idempotencyKey: Schema.String,
  time: Schema.Int,
  /** A debit is negative. */
  account: Schema.Int,
  balance: Schema.Int,
  bonus: Schema.Int
})
export type Credit = typeof Credit.Type

export const credits = collection("fundsCredit", {
  schema: Credit,
  key: ({ idempotencyKey }) => [idempotencyKey],
  indexes: {},
  since: ({ time }) => DateTime.makeUnsafe(time)
})
