/** Where a promotion campaign is displayed, and for what bids, by its type. */
import type { Campaign, CampaignState, CampaignType } from "../../campaigns/Campaign.ts"
import { hourOfDay } from "../marketTime.ts"
import type { Place, Placement } from "../displays/Placement.ts"

// our choice: parts of the page that automatic campaigns name (`active`), as places.
const automaticPlaces = { booster: "search", recom: "recommendations", carousel: "card" } as const

const automatic = ({ autoParams }: CampaignState): ReadonlyArray<Placement> => {
  if (autoParams === undefined) return []
  const { active, cpm, nmCPM, nms, subject } = autoParams
  const bids = new Map(nmCPM.map((one) => [one.nm, one.cpm]))
  const parts = (["booster", "recom", "carousel"] as const).filter((part) => active[part])
  return nms.flatMap((product) =>
    parts.map((part) => ({
      product,
      subject: subject.id,
      place: automaticPlaces[part],
      bid: bids.get(product) ?? cpm
    }))
  )
}

/** The bid for the catalog is also the one for recommendations: our choice, for there are two bids and three places. */
const auction = ({ placementTypes, state: { unitedParams = [] } }: Campaign): ReadonlyArray<Placement> => {
  const isIn = (place: "recommendations" | "search") => placementTypes?.includes(place) ?? true
  return unitedParams.flatMap(({ catalogCPM, nms, searchCPM, subject: { id: subject } }) =>
    nms.flatMap((product): ReadonlyArray<Placement> => [
      ...(isIn("search") ? [{ product, subject, place: "search", bid: searchCPM } as const] : []),
      ...(isIn("recommendations") ? [{ product, subject, place: "catalog", bid: catalogCPM } as const] : [])
    ])
  )
}

const olderPlaces: Readonly<Record<Exclude<CampaignType, 8 | 9>, Place>> = {
  4: "catalog",
  5: "card",
  6: "search",
  7: "recommendations"
}

/** In the hours of the day that it names, where it names some. */
const older = (type: Exclude<CampaignType, 8 | 9>, { params = [] }: CampaignState, hour: number) =>
  params
    .filter(({ active, intervals }) => {
      const now = hourOfDay(hour)
      return active && (intervals.length === 0 || intervals.some(({ Begin, End }) => now >= Begin && now < End))
    })
    .flatMap(({ nms, price: bid, subjectId: subject = 0 }) =>
      nms.filter(({ active }) => active).map(({ nm: product }) => ({ product, subject, place: olderPlaces[type], bid }))
    )

/** Of a campaign as it runs in an hour. */
export const placementsOf = (campaign: Campaign, hour: number): ReadonlyArray<Placement> => {
  const { state, type } = campaign
  if (type === 8) return automatic(state)
  return type === 9 ? auction(campaign) : older(type, state, hour)
}

/** The products that it could display. */
export const productsOf = ({
  state: { autoParams, params = [], unitedParams = [] }
}: Campaign): ReadonlyArray<number> => [
  ...new Set([
    ...(autoParams?.nms ?? []),
    ...unitedParams.flatMap(({ nms }) => nms),
    ...params.flatMap(({ nms }) => nms.map(({ nm }) => nm))
  ])
]
