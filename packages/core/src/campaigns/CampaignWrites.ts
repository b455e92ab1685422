/**
 * One write of a campaign with its money: what has become due by now takes effect first, then the change is decided on, and what a
 * campaign that is over has left goes back to the seller's funds.
 */
import { Clock, Effect, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import { EventId } from "../catalog/NewEvent.ts"
import { type Budget, budgets, type Funds, funds, fundsKey, noBudget, noFunds } from "../funds/fundRecords.ts"
import * as Money from "../funds/Money.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Change, type Decision, publish, put, Records, remove } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type ChangeCause, CurrentBeforeChange } from "./BeforeChange.ts"
import { type Campaign, isOver } from "./Campaign.ts"
import { campaignEvent, type StatusChange } from "./campaignEvents.ts"
import { CampaignNotFound } from "./CampaignErrors.ts"
import { CurrentIntervals } from "./CampaignIntervals.ts"
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
  /** Whether nothing is left of its budget, which changed its status. */
  readonly exhausted?: boolean
}

/** `now` is in milliseconds since 1970; `found` what was looked for besides. */
export type Edited<A, E, Found = unknown> = (financed: Financed, now: number, found: Found) => Result.Result<Edit<A>, E>

/** What a campaign that is over has left belongs to the seller again: our choice, for the documents do not say. */
export const settled = (financed: Financed): Financed => {
  const { budget, campaign } = financed
  if (!isOver(campaign.state)) return financed
  const { money, movements } = financed.funds
  return {
    campaign,
    budget: { ...budget, money: Money.nothing },
    funds: { money: Money.plus(money, budget.money), movements }
  }
}

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The puts for what has become different of a campaign. */
export const ownDifferences = (before: Financed, after: Financed): ReadonlyArray<Change> => [
  ...(before.campaign === after.campaign ? [] : [put(campaigns, after.campaign)]),
  ...(isSame(before.budget, after.budget) ? [] : [put(budgets, after.budget)])
]

/** The put for funds that have become different. Campaigns that are written together share them. */
export const fundsDifferences = (before: Funds, after: Funds): ReadonlyArray<Change> =>
  isSame(before, after) ? [] : [put(funds, after)]

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

/** A write makes at most so many: what waited, what is asked for, and its disappearance. */
const mostEvents = 3

/** The events of changes, with ids that were made before. */
export const eventsOf = (
  ids: ReadonlyArray<EventId>,
  campaign: Campaign,
  happened: ReadonlyArray<StatusChange>
): ReadonlyArray<Change> => happened.map((change, index) => publish(campaignEvent(ids[index]!, campaign, change)))

/** What the edit itself did to the status. */
const changeBy = (
  { state: { status: from } }: Campaign,
  { exhausted, financed }: Edit<unknown>,
  now: number
): ReadonlyArray<StatusChange> => {
  const to = financed.campaign.state.status
  return to === from ? [] : [{ at: now, from, to, ...(exhausted && { exhausted }) }]
}

/** Ids for so many events. */
export const makeNewIds = Effect.map(
  SecureRandom.SecureRandom,
  (random) => (number: number) => Effect.replicateEffect(Effect.map(random.uuidV7(), EventId.make), number)
)

const requirements = Effect.gen(function* () {
  return {
    records: yield* Records,
    intervals: yield* CurrentIntervals,
    beforeChange: (yield* CurrentBeforeChange).promotion,
    newIds: (yield* makeNewIds)(mostEvents)
  }
})
type Requirements = Effect.Success<typeof requirements>

/** `missing`: there is none; it may have been one until now. */
const writing = ({ beforeChange, intervals, newIds, records }: Requirements) =>
  Effect.fnUntraced(function* <A, E, Found>(
    account: Account,
    advertId: number,
    cause: ChangeCause,
    besides: Lookup.Lookup<Found>,
    edited: Edited<A, E, Found>,
    missing: (changes: ReadonlyArray<Change>) => Result.Result<Decision<A>, E>
  ) {
    yield* beforeChange(account, advertId, cause)
    const now = yield* Clock.currentTimeMillis
    const ids = yield* newIds
    return yield* records.transact(
      account,
      { ...lookups(advertId), besides },
      (found): Result.Result<Decision<A>, E> => {
        const kept = Option.getOrUndefined(found.campaign)
        if (kept === undefined) return missing([])
        const { campaign, changes: happened } = progressed(kept, now, intervals)
        if (campaign === undefined) return missing([...gone(advertId), ...eventsOf(ids, kept, happened)])
        const before = {
          campaign: kept,
          budget: Option.getOrElse(found.budget, () => noBudget(advertId)),
          funds: Option.getOrElse(found.funds, () => noFunds)
        }
        return Result.map(edited(settled({ ...before, campaign }), now, found.besides), (edit): Decision<A> => {
          const after = settled(edit.financed)
          const all = [...happened, ...changeBy(campaign, edit, now)]
          return {
            answer: edit.answer,
            changes: [
              ...ownDifferences(before, after),
              ...fundsDifferences(before.funds, after.funds),
              ...(edit.changes ?? []),
              ...eventsOf(ids, after.campaign, all)
            ]
          }
        })
      }
    )
  })

export const makeCampaignWrites = Effect.gen(function* () {
  const given = yield* requirements
  const write = writing(given)

  /** A change that depends on what else the account has. */
  const editWith = <A, E, Found>(
    account: Account,
    advertId: number,
    besides: Lookup.Lookup<Found>,
    edited: Edited<A, E, Found>
  ): Effect.Effect<A, CampaignNotFound | E | StorageError> =>
    write<A, CampaignNotFound | E, Found>(account, advertId, "asked", besides, edited, () =>
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
        "due",
        nothingElse,
        (financed) => Result.succeed({ answer: undefined, financed }),
        (changes) => Result.succeed({ answer: undefined, changes })
      ),
    /** For changes that the marketplace's own side makes: their events, with ids that are made now. */
    eventsFor: (campaign: Campaign) =>
      Effect.map(given.newIds, (ids) => (happened: ReadonlyArray<StatusChange>) => eventsOf(ids, campaign, happened))
  }
})
export type CampaignWrites = Effect.Success<typeof makeCampaignWrites>
