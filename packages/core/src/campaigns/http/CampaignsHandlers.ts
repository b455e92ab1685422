/** Each operation on campaigns as one call of the service. */
import { Effect, Order } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sourceOf } from "../../funds/Money.ts"
import { refused } from "../../http/refusals/orRefused.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { removedValues, today } from "../../lifecycle/revision.ts"
import { type Campaign, visible } from "../Campaign.ts"
import { Campaigns, isShownAs } from "../Campaigns.ts"
import type { CampaignAction } from "../transitions.ts"
import type { NewAuctionCampaign } from "../newCampaigns.ts"
import { type AuctionCampaignInput, CampaignsApi, Placement } from "./CampaignsApi.ts"
import { refusals } from "./campaignRefusals.ts"
import { campaignLists, campaignView } from "./campaignView.ts"
import {
  orAuctionRefused,
  orBidRefused,
  orCreationRefused,
  orProductsRefused,
  orRenameRefused,
  orStatusRefused
} from "./orCampaignRefused.ts"

/** Where campaigns stand in the orders of the information. */
const place: Readonly<Record<"change" | "create" | "id", (campaign: Campaign) => number>> = {
  create: ({ createdAt }) => createdAt,
  change: (campaign) => visible(campaign).changedAt,
  id: ({ advertId }) => advertId
}

interface InformationOrder {
  readonly order?: keyof typeof place
  readonly direction?: "asc" | "desc"
}

// our choice where nothing is asked for: the newest first.
const sorted = (campaigns: ReadonlyArray<Campaign>, { direction = "desc", order = "create" }: InformationOrder) => {
  const ascending = Order.mapInput(
    Order.Tuple([Order.Number, Order.Number]),
    (campaign: Campaign) => [place[order](campaign), campaign.advertId] as const
  )
  return campaigns.toSorted(direction === "asc" ? ascending : Order.flip(ascending))
}

const removedTypes = today((changes, now) => removedValues(changes, "GET /adv/v1/promotion/count", "adverts.type", now))

const auctionOf = ({
  bid_type: bidType = "manual",
  campaignName = "",
  name = campaignName,
  nms,
  payment_type: paymentType = "cpm",
  placement_types: placements = []
}: AuctionCampaignInput): NewAuctionCampaign => ({
  name,
  nms,
  bidType,
  paymentType,
  // our choice where nothing is asked for: everywhere.
  placementTypes: placements.length === 0 ? Placement.literals : placements
})

export const CampaignsHandlers = HttpApiBuilder.group(
  sellerApi(CampaignsApi),
  "campaigns",
  Effect.fn(function* (handlers) {
    const campaigns = yield* Campaigns

    const act =
      (action: CampaignAction) =>
      ({ query: { id } }: { readonly query: { readonly id: number } }) =>
        orStatusRefused(CurrentCaller.use(({ owner }) => campaigns.act(owner, id, action)))

    return handlers.handleAll({
      createAutomatic: Effect.fnUntraced(function* ({ payload }) {
        const { owner } = yield* CurrentCaller
        const { btype = 0, cpm, name, nms, on_pause: onPause = false, subjectId, sum = 0 } = payload
        const topUp = { roubles: sum, source: sourceOf(btype) }
        return String(yield* campaigns.createAutomatic(owner, { name, subjectId, nms, cpm, onPause }, topUp))
      }, orCreationRefused),
      createAuction: Effect.fnUntraced(function* ({ payload }) {
        const { owner } = yield* CurrentCaller
        return yield* campaigns.createAuction(owner, auctionOf(payload))
      }, orAuctionRefused),
      remove: act("remove"),
      rename: ({ payload: { advertId, name } }) =>
        orRenameRefused(CurrentCaller.use(({ owner }) => campaigns.rename(owner, advertId, name))),
      lists: () =>
        CurrentCaller.use(({ owner }) =>
          Effect.zipWith(Effect.orDie(campaigns.list(owner)), removedTypes, (all, removed) =>
            campaignLists(removed === undefined ? all : all.filter(({ type }) => !removed.has(type)))
          )
        ),
      information: Effect.fnUntraced(function* ({ payload, query: { status, type, ...order } }) {
        const { owner } = yield* CurrentCaller
        const filter = { status, type }
        const ids = payload ?? []
        if (ids.length === 0 && status === undefined && type === undefined) return yield* refused(refusals.nothingAsked)
        const matching = yield* Effect.orDie(
          ids.length === 0
            ? campaigns.search(owner, filter)
            : Effect.map(campaigns.find(owner, ids), (found) => found.filter(isShownAs(filter)))
        )
        return matching.length === 0 ? undefined : sorted(matching, order).map(campaignView)
      }),
      bid: ({ payload: { advertId, ...bid } }) =>
        orBidRefused(CurrentCaller.use(({ owner }) => campaigns.bid(owner, advertId, bid))),
      launch: act("launch"),
      pause: act("pause"),
      pauseAlias: act("pause"),
      complete: act("complete"),
      nomenclatures: ({ query: { id } }) =>
        orProductsRefused(CurrentCaller.use(({ owner }) => campaigns.availableProducts(owner, id))),
      changeNomenclatures: ({ payload, query: { id } }) => {
        const change = { add: payload.add ?? [], delete: Array.isArray(payload.delete) ? payload.delete : [] }
        return orProductsRefused(CurrentCaller.use(({ owner }) => campaigns.changeProducts(owner, id, change)))
      }
    })
  })
)
