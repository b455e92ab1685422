/** How campaigns are created, with their first budget, in one write. */
import { Clock, Duration, Effect, Option, Result } from "effect"
import type { Account } from "../access/Account.ts"
import { configured } from "../configuration/Configuration.ts"
import { budgets, type Funds, funds, fundsKey, noBudget, noFunds, topUps } from "../funds/fundRecords.ts"
import * as Money from "../funds/Money.ts"
import { takeTopUp, type TopUpRequest } from "../funds/topUps.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Change, type Decision, put } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type Campaign, isOver } from "./Campaign.ts"
import { TooManyProducts } from "./CampaignErrors.ts"
import { campaigns } from "./campaignRecords.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { settled } from "./CampaignWrites.ts"
import {
  auctionCampaign,
  automaticCampaign,
  type NewAuctionCampaign,
  type NewAutomaticCampaign
} from "./newCampaigns.ts"

// our choice: ids as long as the published ones.
const [leastId, mostId] = [10_000_000, 999_999_999]

type Decide<E> = (advertId: number, now: number, found: Funds) => Result.Result<ReadonlyArray<Change>, E>

/** One write of a new campaign, under an id that the seller does not have yet. */
const create = <E>(
  services: Pick<CampaignServices, "beforeChange" | "random" | "records">,
  account: Account,
  decide: Decide<E>
): Effect.Effect<number, E | StorageError> =>
  Effect.gen(function* () {
    const advertId = yield* services.random.intBetween(leastId, mostId)
    yield* services.beforeChange(account, advertId, "asked")
    const now = yield* Clock.currentTimeMillis
    const isNew = yield* services.records.transact(
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
    return isNew ? advertId : yield* create(services, account, decide)
  })

/** A product that is removed while the campaign is created stays in it, as in any other. */
export const creating = (services: CampaignServices) => {
  const { intervals, products } = services

  return {
    createAutomatic: Effect.fn("Campaigns.createAutomatic")(function* (
      account: Account,
      campaign: NewAutomaticCampaign,
      topUp: TopUpRequest
    ) {
      const { nms, subjectId } = campaign
      const configuration = yield* services.configuration
      const most = configured(configuration, "max_auto_nms")
      if (nms !== undefined && nms.length > most) return yield* new TooManyProducts({ most })
      const ofSubject = yield* products.ofSubjects(account, [subjectId], most)
      const given = nms?.length ? yield* products.named(account, nms) : ofSubject
      return yield* create(services, account, (advertId, now, found) =>
        Result.gen(function* () {
          const making = { advertId, configuration, now, ofSubject, products: given }
          const made = yield* automaticCampaign(campaign, making, intervals)
          const { funds: left, taken } = yield* takeTopUp(found, topUp, configuration)
          return [
            put(campaigns, made),
            put(budgets, { ...noBudget(advertId), money: taken }),
            put(funds, left),
            put(topUps, { ...topUp, advertId, number: left.movements, time: now })
          ]
        })
      )
    }),
    createAuction: Effect.fn("Campaigns.createAuction")(function* (account: Account, campaign: NewAuctionCampaign) {
      const configuration = yield* services.configuration
      const most = configured(configuration, "max_nm_count")
      if (campaign.nms.length > most) return yield* new TooManyProducts({ most })
      const given = yield* products.named(account, campaign.nms)
      return yield* create(services, account, (advertId, now) =>
        Result.map(auctionCampaign(campaign, { advertId, configuration, now, products: given }), (made) => [
          put(campaigns, made)
        ])
      )
    })
  }
}

/** For the marketplace's own side. */
export const putting = ({ beforeChange, eventsFor, intervals, records }: CampaignServices) => ({
  put: Effect.fn("Campaigns.put")(function* (account: Account, campaign: Campaign, roubles: number | undefined) {
    const { advertId, state } = campaign
    yield* beforeChange(account, advertId, "asked")
    const now = yield* Clock.currentTimeMillis
    const eventsOf = yield* eventsFor(campaign)
    const goneAt = state.status === -1 ? { goneAt: now + Duration.toMillis(intervals.removal) } : undefined
    const find = {
      known: Lookup.one(campaigns, [advertId]),
      budget: Lookup.one(budgets, [advertId]),
      funds: Lookup.one(funds, fundsKey)
    }
    yield* records.transact(account, find, ({ budget, funds: kept, known }) => {
      const before = Option.getOrElse(budget, () => noBudget(advertId))
      // our choice: what the marketplace's own side puts in counts as paid from the account. A campaign that is over takes nothing: its
      // budget goes back to the seller, and would be paid once more by the same call again.
      const money = roubles === undefined || isOver(campaign.state) ? before.money : Money.only("account", roubles)
      const after = settled({
        campaign: { ...campaign, ...goneAt },
        budget: { ...before, money },
        funds: Option.getOrElse(kept, () => noFunds)
      })
      const from = Option.getOrUndefined(known)?.state.status
      const happened = from === undefined || from === state.status ? [] : [{ at: now, from, to: state.status }]
      return Result.succeed({
        answer: undefined,
        changes: [
          put(campaigns, after.campaign),
          put(budgets, after.budget),
          put(funds, after.funds),
          ...eventsOf(happened)
        ]
      })
    })
  })
})
