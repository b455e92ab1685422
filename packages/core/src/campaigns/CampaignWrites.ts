/**
 * One write of a campaign with its money: what has become due by now takes effect first, then the change is decided on, and what a
 * campaign that is over has left goes back to the seller's funds.
 */
import { Clock, Effect, Option, Result } from "effect"
import type { Account } from "../access/Account.ts"
import { type Budget, budgets, type Funds, funds, fundsKey, noBudget, noFunds } from "../funds/fundRecords.ts"
import * as Money from "../funds/Money.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Change, type Decision, put, type Records, remove } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Campaign } from "./Campaign.ts"
import { CampaignNotFound } from "./CampaignErrors.ts"
import type { CampaignIntervals } from "./CampaignIntervals.ts"
import { campaignPhrases, campaigns, PhraseList } from "./campaignRecords.ts"
import { progressed } from "./progress.ts"

/** A campaign with the money that it is about. */
export interface Financed {
  readonly campaign: Campaign
  readonly budget: Budget
  readonly funds: Funds
}

export interface Edit<A> {
  readonly answer: A
  readonly financed: Financed
  /** What else is written. */
  readonly changes?: ReadonlyArray<Change>
}

/** `now` is in milliseconds since 1970; `found` what was looked for besides. */
export type Edited<A, E, Found = unknown> = (financed: Financed, now: number, found: Found) => Result.Result<Edit<A>, E>

/** What a campaign that is over has left belongs to the seller again: our choice, for the documents do not say. */
const settled = (financed: Financed): Financed => {
  const { budget, campaign } = financed
  if (campaign.state.status !== 7 && campaign.state.status !== -1) return financed
  const { money, movements } = financed.funds
  return {
    campaign,
    budget: { ...budget, money: Money.nothing },
    funds: { money: Money.plus(money, budget.money), movements }
  }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The puts for what has become different. */
const differences = (before: Financed, after: Financed): ReadonlyArray<Change> => [
  ...(before.campaign === after.campaign ? [] : [put(campaigns, after.campaign)]),
  ...(isSame(before.budget, after.budget) ? [] : [put(budgets, after.budget)]),
  ...(isSame(before.funds, after.funds) ? [] : [put(funds, after.funds)])
]

/** Everything of a removed campaign; its money went back when it was removed. */
const gone = (advertId: number): ReadonlyArray<Change> => [
  remove(campaigns, [advertId]),
  remove(budgets, [advertId]),
  ...PhraseList.literals.map((list) => remove(campaignPhrases, [advertId, list]))
]

const lookups = (advertId: number) => ({
  campaign: Lookup.one(campaigns, [advertId]),
  budget: Lookup.one(budgets, [advertId]),
  funds: Lookup.one(funds, fundsKey)
})

/** For writes that look for nothing else. */
const nothingElse = Lookup.many(campaigns, [])

export const makeCampaignWrites = (records: Records["Service"], intervals: CampaignIntervals) => {
  const write = <A, E, Found>(
    account: Account,
    advertId: number,
    besides: Lookup.Lookup<Found>,
    edited: Edited<A, E, Found>,
    onGone: Result.Result<Decision<A>, E>
  ) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      records.transact(account, { ...lookups(advertId), besides }, (found): Result.Result<Decision<A>, E> => {
        const kept = Option.getOrUndefined(found.campaign)
        const campaign = kept && progressed(kept, now, intervals).campaign
        if (kept === undefined || campaign === undefined) return onGone
        const before = {
          campaign: kept,
          budget: Option.getOrElse(found.budget, () => noBudget(advertId)),
          funds: Option.getOrElse(found.funds, () => noFunds)
        }
        return Result.map(
          edited(settled({ ...before, campaign }), now, found.besides),
          ({ answer, changes = [], financed }): Decision<A> => ({
            answer,
            changes: [...differences(before, settled(financed)), ...changes]
          })
        )
      })
    )

  /** A change that depends on what else the account has. */
  const editWith = <A, E, Found>(
    account: Account,
    advertId: number,
    besides: Lookup.Lookup<Found>,
    edited: Edited<A, E, Found>
  ): Effect.Effect<A, CampaignNotFound | E | StorageError> =>
    write<A, CampaignNotFound | E, Found>(
      account,
      advertId,
      besides,
      edited,
      Result.fail(new CampaignNotFound({ advertId }))
    )

  return {
    editWith,
    /** A change that the seller asks for. Where it is refused, nothing is written. */
    edit: <A, E>(account: Account, advertId: number, edited: Edited<A, E>) =>
      editWith<A, E, unknown>(account, advertId, nothingElse, edited),
    /** Writes what has become due. */
    progress: (account: Account, advertId: number): Effect.Effect<void, StorageError> =>
      write<void, never, unknown>(
        account,
        advertId,
        nothingElse,
        (financed) => Result.succeed({ answer: undefined, financed }),
        Result.succeed({ answer: undefined, changes: gone(advertId) })
      )
  }
}
