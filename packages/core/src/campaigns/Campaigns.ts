/** The campaigns of a seller: created, launched, paused, completed, removed, renamed, and their bids. */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import { type Configuration, CurrentConfiguration } from "../configuration/Configuration.ts"
import { budgets, type Funds, funds, fundsKey, noFunds, topUps } from "../funds/fundRecords.ts"
import * as Money from "../funds/Money.ts"
import { takeTopUp, type TopUpRefused, type TopUpRequest } from "../funds/topUps.ts"
import { products } from "../products/productRecords.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Change, type Decision, put, Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { leastBidFor, targetOf } from "./bids.ts"
import { type BidTarget, type Campaign, type CampaignStatus, CampaignType, mostAutomaticNms } from "./Campaign.ts"
import {
  BidTooLow,
  type CampaignNotFound,
  type CampaignNotChangeable,
  type ProductsNotAvailable,
  StatusNotChanged,
  type SubjectNotFound,
  WrongBidTarget
} from "./CampaignErrors.ts"
import { CurrentIntervals } from "./CampaignIntervals.ts"
import { campaigns } from "./campaignRecords.ts"
import { type Financed, makeCampaignWrites } from "./CampaignWrites.ts"
import {
  auctionCampaign,
  automaticCampaign,
  type NewAuctionCampaign,
  type NewAutomaticCampaign
} from "./newCampaigns.ts"
import { changed, changedStatus, progressed, withPendingBid, withPendingStatus } from "./progress.ts"
import { type CampaignAction, transitions, whileChangeable } from "./transitions.ts"

/** Both undefined: all. */
export interface CampaignFilter {
  readonly type?: CampaignType | undefined
  readonly status?: CampaignStatus | undefined
}

export interface NewBid extends BidTarget {
  readonly type: CampaignType
  readonly cpm: number
}

// our choice: ids as long as the published ones.
const [leastId, mostId] = [10_000_000, 999_999_999]

// our choice: of each type. Answers have no pages.
const mostListed = 1_000_000

/** Why an action does not change the status; undefined when it does. */
const obstacle = (
  action: CampaignAction,
  { budget, campaign }: Financed,
  now: number
): StatusNotChanged["reason"] | undefined => {
  const { launchableAt = now, pendingBids = [], pendingStatus, state } = campaign
  // An action may take the place of one that waits, and so may go on from where that would lead.
  const from = [state.status, pendingStatus?.status].filter((status) => status !== undefined)
  if (!from.some((status) => transitions[action].from.includes(status))) return "status"
  if (action !== "launch") return undefined
  if (Money.total(budget) === 0) return "budget"
  if (launchableAt > now) return "time"
  return state.status === 4 && pendingBids.length > 0 ? "settings" : undefined
}

const requirements = Effect.all({
  records: Records,
  random: SecureRandom.SecureRandom,
  configuration: CurrentConfiguration,
  intervals: CurrentIntervals
})

/** What the bid is for, where the campaign takes it. */
const bidTarget = (
  campaign: Campaign,
  { cpm, type, ...given }: NewBid,
  configuration: Configuration
): Result.Result<BidTarget, BidTooLow | CampaignNotChangeable | WrongBidTarget> => {
  if (campaign.type !== type) return Result.fail(new WrongBidTarget({ field: "type" }))
  const target = targetOf(campaign, given)
  if (target === undefined) return Result.fail(new WrongBidTarget({ field: "param" }))
  const least = leastBidFor(configuration, campaign, target)
  if (cpm < least) return Result.fail(new BidTooLow({ least }))
  return Result.map(whileChangeable(campaign), () => target)
}

const make = Effect.gen(function* () {
  const { configuration, intervals, random, records } = yield* requirements
  const { edit, progress } = makeCampaignWrites(records, intervals)

  /** As answers show it at `now`: what is due is not always written yet. */
  const current = (found: ReadonlyArray<Campaign>) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      found.flatMap((campaign) => progressed(campaign, now, intervals).campaign ?? [])
    )

  /** One write of a new campaign, under an id that the seller does not have yet. */
  const create = <E>(
    account: Account,
    decide: (advertId: number, now: number, found: Funds) => Result.Result<ReadonlyArray<Change>, E>
  ): Effect.Effect<number, E | StorageError> =>
    Effect.gen(function* () {
      const advertId = yield* random.intBetween(leastId, mostId)
      const now = yield* Clock.currentTimeMillis
      const isNew = yield* records.transact(
        account,
        { taken: Lookup.one(campaigns, [advertId]), funds: Lookup.one(funds, fundsKey) },
        (found): Result.Result<Decision<boolean>, E> =>
          Option.isSome(found.taken)
            ? Result.succeed({ answer: false, changes: [] })
            : Result.map(
                decide(
                  advertId,
                  now,
                  Option.getOrElse(found.funds, () => noFunds)
                ),
                (changes) => ({
                  answer: true,
                  changes
                })
              )
      )
      return isNew ? advertId : yield* create(account, decide)
    })

  /** Products of the seller. One that is removed meanwhile stays in the campaign, as in any other. */
  const productsNamed = (account: Account, nms: ReadonlyArray<number>) =>
    records.find(
      account,
      Lookup.many(
        products,
        nms.map((nm) => [nm])
      )
    )

  const productsOf = (account: Account, subjectId: number) =>
    records.find(account, Lookup.range(products, { index: "bySubject", within: [subjectId], limit: mostAutomaticNms }))

  return { configuration, create, current, edit, intervals, productsNamed, productsOf, progress, records }
})

export class Campaigns extends Context.Service<
  Campaigns,
  {
    /** Its budget is topped up in the same write. Gives its id. */
    createAutomatic(
      account: Account,
      campaign: NewAutomaticCampaign,
      topUp: TopUpRequest
    ): Effect.Effect<number, ProductsNotAvailable | StorageError | SubjectNotFound | TopUpRefused>
    createAuction(
      account: Account,
      campaign: NewAuctionCampaign
    ): Effect.Effect<number, ProductsNotAvailable | StorageError>
    /** Those that answers show so, in the order of their ids. */
    list(account: Account, filter: CampaignFilter): Effect.Effect<ReadonlyArray<Campaign>, StorageError>
    /** Those of these ids that the seller has. */
    find(account: Account, ids: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Campaign>, StorageError>
    /** Takes effect when the minute is over; removal at once. */
    act(
      account: Account,
      advertId: number,
      action: CampaignAction
    ): Effect.Effect<void, CampaignNotFound | StatusNotChanged | StorageError>
    rename(
      account: Account,
      advertId: number,
      name: string
    ): Effect.Effect<void, CampaignNotChangeable | CampaignNotFound | StorageError>
    /** Takes effect when the half minute is over. */
    bid(
      account: Account,
      advertId: number,
      bid: NewBid
    ): Effect.Effect<void, BidTooLow | CampaignNotChangeable | CampaignNotFound | StorageError | WrongBidTarget>
    /** Writes what has become due: for the job. */
    progress(account: Account, advertId: number): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/core/campaigns/Campaigns") {
  static readonly layer: Layer.Layer<Campaigns, never, Records | SecureRandom.SecureRandom> = Layer.effect(
    Campaigns,
    Effect.map(
      make,
      ({ configuration, create, current, edit, intervals, productsNamed, productsOf, progress, records }) =>
        Campaigns.of({
          createAutomatic: Effect.fn("Campaigns.createAutomatic")(function* (account, campaign, topUp) {
            const { nms, subjectId } = campaign
            const ofSubject = yield* productsOf(account, subjectId)
            const given = nms === undefined ? ofSubject : yield* productsNamed(account, nms)
            return yield* create(account, (advertId, now, found) =>
              Result.gen(function* () {
                const making = { advertId, configuration, now, ofSubject, products: given }
                const made = yield* automaticCampaign(campaign, making, intervals)
                const { funds: left, taken } = yield* takeTopUp(found, topUp, configuration)
                return [
                  put(campaigns, made),
                  put(budgets, { advertId, money: taken }),
                  put(funds, left),
                  put(topUps, { ...topUp, advertId, number: left.movements, time: now })
                ]
              })
            )
          }),
          createAuction: Effect.fn("Campaigns.createAuction")(function* (account, campaign) {
            const given = yield* productsNamed(account, campaign.nms)
            return yield* create(account, (advertId, now) =>
              Result.map(auctionCampaign(campaign, { advertId, configuration, now, products: given }), (made) => [
                put(campaigns, made)
              ])
            )
          }),
          list: Effect.fn("Campaigns.list")(function* (account, { status, type }) {
            const types = type === undefined ? CampaignType.literals : [type]
            const found = yield* records.findAll(
              account,
              Object.fromEntries(
                types.map((one) => [
                  String(one),
                  Lookup.range(campaigns, {
                    index: "byTypeAndStatus",
                    within: status === undefined ? [one] : [one, status],
                    limit: mostListed
                  })
                ])
              )
            )
            return yield* current(Object.values(found).flat())
          }),
          find: Effect.fn("Campaigns.find")((account, ids) =>
            Effect.flatMap(
              records.find(
                account,
                Lookup.many(
                  campaigns,
                  ids.map((id) => [id])
                )
              ),
              current
            )
          ),
          act: Effect.fn("Campaigns.act")((account, advertId, action) =>
            edit(account, advertId, (financed, now) => {
              const { campaign } = financed
              const reason = obstacle(action, financed, now)
              if (reason !== undefined) {
                return Result.fail(new StatusNotChanged({ status: campaign.state.status, reason }))
              }
              const { atOnce, to } = transitions[action]
              const next = atOnce
                ? changedStatus(campaign, to, now, intervals)
                : withPendingStatus(campaign, to, now, intervals)
              return Result.succeed({ answer: undefined, financed: { ...financed, campaign: next } })
            })
          ),
          rename: Effect.fn("Campaigns.rename")((account, advertId, name) =>
            edit(account, advertId, (financed, now) =>
              Result.map(whileChangeable(financed.campaign), (campaign) => ({
                answer: undefined,
                financed: { ...financed, campaign: changed(campaign, { name }, now, intervals) }
              }))
            )
          ),
          bid: Effect.fn("Campaigns.bid")((account, advertId, bid) =>
            edit(account, advertId, (financed, now) =>
              Result.map(bidTarget(financed.campaign, bid, configuration), (target) => ({
                answer: undefined,
                financed: { ...financed, campaign: withPendingBid(financed.campaign, target, bid.cpm, now, intervals) }
              }))
            )
          ),
          progress
        })
    )
  )
}
