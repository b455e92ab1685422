/** The money of a seller: its funds, the budgets of its campaigns, and the histories of both. */
import { Clock, Context, Effect, Layer, Option, Result, Schema, Stream } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import { type CampaignNotChangeable, CampaignNotFound } from "../campaigns/CampaignErrors.ts"
import { CurrentIntervals } from "../campaigns/CampaignIntervals.ts"
import { campaigns } from "../campaigns/campaignRecords.ts"
import { makeCampaignWrites } from "../campaigns/CampaignWrites.ts"
import { progressed } from "../campaigns/progress.ts"
import { whileChangeable } from "../campaigns/transitions.ts"
import { Configurations } from "../configuration/Configurations.ts"
import {
  budgets,
  type Cost,
  costs,
  type Credit,
  credits,
  Funds,
  funds,
  fundsKey,
  noFunds,
  type TopUp,
  topUps
} from "../funds/fundRecords.ts"
import * as Money from "../funds/Money.ts"
import { takeTopUp, type TopUpRefused, type TopUpRequest } from "../funds/topUps.ts"
import type { Collection } from "../records/Collection.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Decision, put, Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { daysBetween, endOfDay, startOfDay } from "../time/MoscowTime.ts"

/** Days in Moscow, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Promotion operations, Costs history and Top-up history. Both days count: our choice. */
const mostDays = 31

// our choice: answers have no pages.
const mostRows = 1_000_000

export class WrongPeriod extends Schema.TaggedError<WrongPeriod>()("WrongPeriod", {}) {
  override get message() {
    return `A period has from 1 to ${mostDays} days`
  }
}

/** A debit takes more than there is, or a credit would lead to more than is kept. */
export class FundsExceeded extends Schema.TaggedError<FundsExceeded>()("FundsExceeded", {}) {
  override get message() {
    return "The funds would become negative, or more than can be kept"
  }
}

/** The idempotency key was used for another credit. */
export class CreditDiffers extends Schema.TaggedError<CreditDiffers>()("CreditDiffers", {}) {
  override get message() {
    return "The idempotency key was used for another credit"
  }
}

/** A debit is negative. */
export type CreditRequest = Omit<Credit, "time">

const isSameCredit = (one: CreditRequest, other: CreditRequest): boolean =>
  Money.Source.literals.every((source) => one[source] === other[source])

const rangeOf = ({ from, to }: Period) => {
  const days = daysBetween(from, to) + 1
  return days < 1 || days > mostDays
    ? Result.fail(new WrongPeriod())
    : Result.succeed({ from: [startOfDay(from)], before: [endOfDay(to)], limit: mostRows })
}

// our choice: where money moves all the time, what was read last is told.
const mostReadings = 5

const isSameFunds = Schema.toEquivalence(Funds)

const reading = (records: Records["Service"]) => {
  const fundsOf = (account: Account) =>
    Effect.map(
      records.find(account, Lookup.one(funds, fundsKey)),
      Option.getOrElse(() => noFunds)
    )
  const inBudgets = (account: Account) =>
    records.stream(account, budgets, {}).pipe(
      Stream.runFold(
        () => 0,
        (sum, text) => sum + Money.total(budgets.decode(text).money)
      )
    )
  return {
    balance: Effect.fn("Finance.balance")((account: Account) => Effect.map(fundsOf(account), ({ money }) => money)),
    all: Effect.fn("Finance.all")(function* (account: Account) {
      let before = yield* fundsOf(account)
      // Budgets are read in parts. Where the funds are others afterwards, what has moved may have been counted twice, or not at all.
      for (let readings = 1; ; readings++) {
        const together = yield* inBudgets(account)
        const after = yield* fundsOf(account)
        if (isSameFunds(before, after) || readings === mostReadings) return { ...after.money, budgets: together }
        before = after
      }
    })
  }
}

/** One write, under a key that keeps it from being made twice. */
const crediting = ({ transact }: Records["Service"]) =>
  Effect.fn("Finance.credit")((account: Account, request: CreditRequest) =>
    Effect.flatMap(Clock.currentTimeMillis, (time) =>
      transact(
        account,
        { known: Lookup.one(credits, [request.idempotencyKey]), funds: Lookup.one(funds, fundsKey) },
        ({ funds: found, known }): Result.Result<Decision<Money.Money>, CreditDiffers | FundsExceeded> => {
          const before = Option.getOrElse(found, () => noFunds)
          if (Option.isSome(known)) {
            return isSameCredit(known.value, request)
              ? Result.succeed({ answer: before.money, changes: [] })
              : Result.fail(new CreditDiffers())
          }
          const money = Money.plus(before.money, request)
          if (!Money.isKeepable(money, before.money)) return Result.fail(new FundsExceeded())
          const changes = [put(funds, { ...before, money }), put(credits, { ...request, time })]
          return Result.succeed({ answer: money, changes })
        }
      )
    )
  )

export class Finance extends Context.Service<
  Finance,
  {
    balance(account: Account): Effect.Effect<Money.Money, StorageError>
    /** Of a campaign, in roubles. */
    budget(account: Account, advertId: number): Effect.Effect<number, CampaignNotFound | StorageError>
    /** One write. Gives the budget after it, in roubles. */
    topUp(
      account: Account,
      advertId: number,
      request: TopUpRequest
    ): Effect.Effect<number, CampaignNotChangeable | CampaignNotFound | StorageError | TopUpRefused>
    /** The oldest first. */
    costs(account: Account, period: Period): Effect.Effect<ReadonlyArray<Cost>, StorageError | WrongPeriod>
    /** The oldest first. */
    topUps(account: Account, period: Period): Effect.Effect<ReadonlyArray<TopUp>, StorageError | WrongPeriod>
    /** For the marketplace's own side. The same key again changes nothing. Gives the funds after it. */
    credit(
      account: Account,
      request: CreditRequest
    ): Effect.Effect<Money.Money, CreditDiffers | FundsExceeded | StorageError>
    /** The funds, and the budgets of all campaigns together, in roubles. */
    all(account: Account): Effect.Effect<Money.Money & { readonly budgets: number }, StorageError>
  }
>()("@sellerkit/core/finance/Finance") {
  static readonly layer: Layer.Layer<Finance, never, Configurations | Records | SecureRandom.SecureRandom> =
    Layer.effect(
      Finance,
      Effect.gen(function* () {
        const records = yield* Records
        const configuration = (yield* Configurations).current
        const intervals = yield* CurrentIntervals
        const { edit } = yield* makeCampaignWrites

        const inPeriod = <Row>(account: Account, rows: Collection<Row>, period: Period) =>
          Effect.flatMap(Effect.fromResult(rangeOf(period)), (range) =>
            records.find(account, Lookup.range(rows, range))
          )

        return Finance.of({
          ...reading(records),
          budget: Effect.fn("Finance.budget")(function* (account, advertId) {
            const found = yield* records.findAll(account, {
              campaign: Lookup.one(campaigns, [advertId]),
              budget: Lookup.one(budgets, [advertId])
            })
            const now = yield* Clock.currentTimeMillis
            const campaign = Option.map(found.campaign, (kept) => progressed(kept, now, intervals).campaign)
            if (Option.getOrUndefined(campaign) === undefined) return yield* new CampaignNotFound({ advertId })
            return Option.match(found.budget, { onNone: () => 0, onSome: ({ money }) => Money.total(money) })
          }),
          topUp: Effect.fn("Finance.topUp")(function* (account, advertId, request) {
            const values = yield* configuration
            return yield* edit(account, advertId, ({ budget, campaign, funds: known }, now) => {
              const taking = Result.flatMap(whileChangeable(campaign), () => takeTopUp(known, request, values))
              return Result.map(taking, ({ funds: left, taken }) => {
                const after = Money.plus(budget.money, taken)
                return {
                  answer: Money.total(after),
                  financed: { campaign, budget: { ...budget, money: after }, funds: left },
                  changes: [put(topUps, { ...request, advertId, number: left.movements, time: now })]
                }
              })
            })
          }),
          costs: Effect.fn("Finance.costs")((account, period) => inPeriod(account, costs, period)),
          topUps: Effect.fn("Finance.topUps")((account, period) => inPeriod(account, topUps, period)),
          credit: crediting(records)
        })
      })
    )
}
