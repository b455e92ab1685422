/** What bids of a campaign are for, by its type (Seller Statistics Reports, Campaign bid update). */
import { type Configuration, leastBid } from "../configuration/Configuration.ts"
import type { BidTarget, Campaign, CampaignState } from "./Campaign.ts"

/** The field of `params` that `param` names: a set for a product card, a menu for the catalog, or a subject. */
const paramField = { 4: "menuId", 5: "setId", 6: "subjectId", 7: "subjectId" } as const

/** The target of a bid, where the campaign has it. */
export const targetOf = ({ state, type }: Campaign, { instrument = 6, param }: BidTarget): BidTarget | undefined => {
  if (type === 8) return {}
  if (param === undefined) return undefined
  if (type !== 9) return state.params?.some((part) => part[paramField[type]] === param) ? { param } : undefined
  return state.unitedParams?.some(({ subject }) => subject.id === param) ? { param, instrument } : undefined
}

/** A state of the campaign with a bid in it. */
export const withBid = (
  { bidType, type }: Pick<Campaign, "bidType" | "type">,
  state: CampaignState,
  { instrument, param }: BidTarget,
  cpm: number
): CampaignState => {
  const isUnified = bidType === "unified"
  const { autoParams, params = [], unitedParams = [] } = state
  if (type === 8) {
    return autoParams === undefined
      ? state
      : { ...state, autoParams: { ...autoParams, cpm, nmCPM: autoParams.nms.map((nm) => ({ nm, cpm })) } }
  }
  if (type !== 9) {
    return {
      ...state,
      params: params.map((part) => (part[paramField[type]] === param ? { ...part, price: cpm } : part))
    }
  }
  // One that is unified has one bid for all.
  const inSearch = isUnified || instrument !== 4 ? { searchCPM: cpm } : undefined
  const inCatalog = isUnified || instrument === 4 ? { catalogCPM: cpm } : undefined
  const bid = { ...inSearch, ...inCatalog }
  return {
    ...state,
    unitedParams: unitedParams.map((part) => (part.subject.id === param ? { ...part, ...bid } : part))
  }
}

/** The subjects that a target is about: a set or a menu may be part of several. */
const subjectsOf = ({ state, type }: Campaign, { param }: BidTarget): ReadonlyArray<number | undefined> => {
  if (type === 8) return [state.autoParams?.subject.id]
  if (type === 9) return [param]
  const { params = [] } = state
  return params.filter((part) => part[paramField[type]] === param).map(({ subjectId }) => subjectId)
}

/** The least bid that a target takes, in roubles. */
export const leastBidFor = (configuration: Configuration, campaign: Campaign, target: BidTarget): number => {
  const name = campaign.type === 8 ? "cpm_min_booster" : "cpm_min_search_catalog"
  return Math.max(...subjectsOf(campaign, target).map((subject) => leastBid(configuration, name, subject)))
}
