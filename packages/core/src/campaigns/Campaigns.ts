/** The campaigns of a seller: created, launched, paused, completed, removed, renamed, their bids and products. */
import { Clock, Context, Duration, Effect, Layer, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import { type Configuration, configured } from "../configuration/Configuration.ts"
import type { Configurations } from "../configuration/Configurations.ts"
import * as Money from "../funds/Money.ts"
import type { TopUpRefused, TopUpRequest } from "../funds/topUps.ts"
import * as Lookup from "../records/Lookup.ts"
import type { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { autoParamsOf, availableFor, haveSameProducts, type ProductsChange, withProducts } from "./automaticProducts.ts"
import { leastBidFor, targetOf } from "./bids.ts"
import {
  type BidTarget,
  type Campaign,
  type CampaignStatus,
  CampaignType,
  listed,
  type ListedCampaign,
  visible
} from "./Campaign.ts"
import {
  BidTooLow,
  type CampaignNotChangeable,
  CampaignNotFound,
  type ProductsNotAvailable,
  StatusNotChanged,
  type SubjectNotFound,
  type TooManyProducts,
  WrongBidTarget,
  type WrongCampaignType
} from "./CampaignErrors.ts"
import { nextEnd } from "./CampaignIntervals.ts"
import { campaigns, listedAt } from "./campaignRecords.ts"
import { type CampaignServices, campaignServices } from "./CampaignServices.ts"
import type { Financed } from "./CampaignWrites.ts"
import { creating, putting } from "./creating.ts"
import type { NewAuctionCampaign, NewAutomaticCampaign } from "./newCampaigns.ts"
import { changed, changedStatus, withPendingBid, withPendingStatus } from "./progress.ts"
import { type CampaignAction, transitions, whileChangeable } from "./transitions.ts"

export interface CampaignFilter {
  readonly type?: CampaignType | undefined
  readonly status?: CampaignStatus | undefined
}

/** Whether answers show the campaign so. */
export const isShownAs =
  ({ status, type }: CampaignFilter) =>
  (campaign: Campaign): boolean =>
    (status === undefined || visible(campaign).status === status) && (type === undefined || campaign.type === type)

export interface NewBid extends BidTarget {
  readonly type: CampaignType
  readonly cpm: number
}

// our choice: of each type. Answers have no pages.
const mostListed = 1_000_000

// our choice: of one subject.
const mostAvailable = 10_000

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
  if (Money.total(budget.money) === 0) return "budget"
  if (launchableAt > now) return "time"
  return state.status === 4 && pendingBids.length > 0 ? "settings" : undefined
}

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

/**
 * What is due may be shown otherwise than it is listed. It takes in what is due within this second, so that storages which remember
 * what they found are asked the same again.
 */
const dueBy = (now: number) =>
  Lookup.range(campaigns, { index: "byNextChange", through: [nextEnd(now, Duration.seconds(1))], limit: mostListed })

const reading = ({ current, records }: CampaignServices) => ({
  list: Effect.fn("Campaigns.list")(function* (account: Account) {
    const now = yield* Clock.currentTimeMillis
    const { due, places } = yield* records.findAll(account, {
      places: Lookup.places(campaigns, { index: "byTypeAndStatus", limit: mostListed }),
      due: dueBy(now)
    })
    const isDue = new Set(due.map(({ advertId }) => advertId))
    const others = places.map(listedAt).filter(({ advertId }) => !isDue.has(advertId))
    return [...others, ...(yield* current(due)).map(listed)]
  }),
  search: Effect.fn("Campaigns.search")(function* (account: Account, filter: CampaignFilter) {
    const { status, type } = filter
    const types = type === undefined ? CampaignType.literals : [type]
    const now = yield* Clock.currentTimeMillis
    const found = yield* records.findAll(account, {
      ...Object.fromEntries(
        types.map((one) => {
          const within = status === undefined ? [one] : [one, status]
          return [String(one), Lookup.range(campaigns, { index: "byTypeAndStatus", within, limit: mostListed })]
        })
      ),
      due: dueBy(now)
    })
    const all = new Map(
      Object.values(found)
        .flat()
        .map((campaign) => [campaign.advertId, campaign])
    )
    return (yield* current([...all.values()])).filter(isShownAs(filter))
  }),
  find: Effect.fn("Campaigns.find")((account: Account, ids: ReadonlyArray<number>) =>
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
  )
})

const changing = ({ configuration, edit, intervals }: CampaignServices) => {
  /** One write of the campaign as `next` makes it. */
  const change = <E>(
    account: Account,
    advertId: number,
    next: (financed: Financed, now: number) => Result.Result<Campaign, E>
  ) =>
    edit(account, advertId, (financed, now) =>
      Result.map(next(financed, now), (campaign) => ({ answer: undefined, financed: { ...financed, campaign } }))
    )
  return {
    act: Effect.fn("Campaigns.act")((account: Account, advertId: number, action: CampaignAction) =>
      change(account, advertId, (financed, now) => {
        const { campaign } = financed
        const reason = obstacle(action, financed, now)
        if (reason !== undefined) return Result.fail(new StatusNotChanged({ status: campaign.state.status, reason }))
        const { atOnce, to } = transitions[action]
        return Result.succeed((atOnce ? changedStatus : withPendingStatus)(campaign, to, now, intervals))
      })
    ),
    rename: Effect.fn("Campaigns.rename")((account: Account, advertId: number, name: string) =>
      change(account, advertId, ({ campaign }, now) =>
        Result.map(whileChangeable(campaign), () => changed(campaign, { name }, now, intervals))
      )
    ),
    bid: Effect.fn("Campaigns.bid")(function* (account: Account, advertId: number, bid: NewBid) {
      const values = yield* configuration
      return yield* change(account, advertId, ({ campaign }, now) =>
        Result.map(bidTarget(campaign, bid, values), (target) =>
          withPendingBid(campaign, target, bid.cpm, now, intervals)
        )
      )
    })
  }
}

const carrying = ({ configuration, current, edit, intervals, products, records }: CampaignServices) => {
  const automatic = Effect.fnUntraced(function* (account: Account, advertId: number) {
    const [campaign] = yield* Effect.flatMap(records.find(account, Lookup.many(campaigns, [[advertId]])), current)
    return yield* campaign === undefined
      ? new CampaignNotFound({ advertId })
      : Effect.fromResult(autoParamsOf(campaign))
  })

  const numbersOf = (account: Account, subjectId: number) =>
    Effect.map(products.ofSubjects(account, [subjectId], mostAvailable), (found) => found.map(({ nm }) => nm))

  return {
    availableProducts: Effect.fn("Campaigns.availableProducts")(function* (account: Account, advertId: number) {
      const autoParams = yield* automatic(account, advertId)
      return availableFor(autoParams, yield* numbersOf(account, autoParams.subject.id))
    }),
    changeProducts: Effect.fn("Campaigns.changeProducts")(function* (
      account: Account,
      advertId: number,
      change: ProductsChange
    ) {
      // Its subject never changes.
      const { subject } = yield* automatic(account, advertId)
      const ofSubject = yield* numbersOf(account, subject.id)
      const most = configured(yield* configuration, "max_auto_nms")
      yield* edit(account, advertId, (financed, now) =>
        Result.map(Result.flatMap(whileChangeable(financed.campaign), autoParamsOf), (autoParams) => {
          const next = withProducts(autoParams, change, ofSubject, most)
          if (haveSameProducts(next, autoParams)) return { answer: undefined, financed }
          const campaign = changed(financed.campaign, { autoParams: next }, now, intervals)
          return { answer: undefined, financed: { ...financed, campaign } }
        })
      )
    })
  }
}

export class Campaigns extends Context.Service<
  Campaigns,
  {
    /** Its budget is topped up in the same write. Gives its id. */
    createAutomatic(
      account: Account,
      campaign: NewAutomaticCampaign,
      topUp: TopUpRequest
    ): Effect.Effect<number, ProductsNotAvailable | StorageError | SubjectNotFound | TooManyProducts | TopUpRefused>
    createAuction(
      account: Account,
      campaign: NewAuctionCampaign
    ): Effect.Effect<number, ProductsNotAvailable | StorageError | TooManyProducts>
    /** For the marketplace's own side: replaces the campaign with its id, and its budget where one is given, in roubles. */
    put(account: Account, campaign: Campaign, budget: number | undefined): Effect.Effect<void, StorageError>
    /** All, in no particular order. */
    list(account: Account): Effect.Effect<ReadonlyArray<ListedCampaign>, StorageError>
    /** Those that answers show so, in no particular order. */
    search(account: Account, filter: CampaignFilter): Effect.Effect<ReadonlyArray<Campaign>, StorageError>
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
    /** Products that an automatic campaign could carry besides those that it does. */
    availableProducts(
      account: Account,
      advertId: number
    ): Effect.Effect<ReadonlyArray<number>, CampaignNotFound | StorageError | WrongCampaignType>
    changeProducts(
      account: Account,
      advertId: number,
      change: ProductsChange
    ): Effect.Effect<void, CampaignNotChangeable | CampaignNotFound | StorageError | WrongCampaignType>
    /** Writes what has become due: for the job. */
    progress(account: Account, advertId: number): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/core/campaigns/Campaigns") {
  static readonly layer: Layer.Layer<Campaigns, never, Configurations | Records | SecureRandom.SecureRandom> =
    Layer.effect(
      Campaigns,
      Effect.map(campaignServices, (services) =>
        Campaigns.of({
          ...creating(services),
          ...putting(services),
          ...reading(services),
          ...changing(services),
          ...carrying(services),
          progress: services.progress
        })
      )
    )
}
