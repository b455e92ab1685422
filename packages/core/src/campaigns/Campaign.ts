/** A campaign as it is kept (Seller Statistics Reports, Campaign fields). Times are milliseconds since 1970. */
import { Schema } from "effect"
import { Roubles } from "../funds/Money.ts"
import { PlainText } from "../validation/PlainText.ts"
import { Count, numericIds, NumericId } from "../validation/WholeNumber.ts"

export const CampaignId = Schema.Int.check(Schema.isBetween({ ...numericIds, minimum: 1 }))

/** Campaign fields, type. Those up to 7 are deprecated: they can be read and acted on, not created. */
export const CampaignType = Schema.Literals([4, 5, 6, 7, 8, 9])
export type CampaignType = typeof CampaignType.Type

/** States and transitions, Campaign statuses. */
export const CampaignStatus = Schema.Literals([-1, 4, 7, 8, 9, 11])
export type CampaignStatus = typeof CampaignStatus.Type

const endings: ReadonlySet<CampaignStatus> = new Set([7, 8, -1])

/** Completed, declined, or about to disappear: a seller can do nothing with it any more. */
export const isOver = ({ status }: { readonly status: CampaignStatus }): boolean => endings.has(status)

/** our choice, in characters: longer than anybody searches for. */
export const longestPhrase = 200

/** Limits, Other constants. */
export const nameLengths = { create: 128, rename: 100 } as const

export const campaignName = (most: number) =>
  PlainText.check(Schema.isBetweenCodePoints(1, most, { message: `Expected between 1 and ${most} characters` }))

export const Named = Schema.Struct({ id: NumericId, name: PlainText })

/** Params of types 4 to 7 (contract, Nested shapes). */
export const Params = Schema.Struct({
  subjectId: Schema.optionalKey(NumericId),
  subjectName: Schema.optionalKey(PlainText),
  setId: Schema.optionalKey(NumericId),
  setName: Schema.optionalKey(PlainText),
  menuId: Schema.optionalKey(NumericId),
  menuName: Schema.optionalKey(PlainText),
  active: Schema.Boolean,
  price: Roubles,
  intervals: Schema.Array(Schema.Struct({ Begin: Count, End: Count })),
  nms: Schema.Array(Schema.Struct({ nm: NumericId, active: Schema.Boolean }))
})

/** Type 8. */
export const AutoParams = Schema.Struct({
  subject: Named,
  sets: Schema.Array(Named),
  menus: Schema.Array(Named),
  active: Schema.Struct({ carousel: Schema.Boolean, recom: Schema.Boolean, booster: Schema.Boolean }),
  nmCPM: Schema.Array(Schema.Struct({ nm: NumericId, cpm: Roubles })),
  nms: Schema.Array(NumericId),
  cpm: Roubles
})

/** Type 9. */
export const UnitedParams = Schema.Struct({
  subject: Named,
  menus: Schema.Array(Named),
  nms: Schema.Array(NumericId),
  searchCPM: Roubles,
  catalogCPM: Roubles
})

/** The parts whose shape depends on the type. */
export const settingsFields = {
  params: Schema.optionalKey(Schema.Array(Params)),
  autoParams: Schema.optionalKey(AutoParams),
  unitedParams: Schema.optionalKey(Schema.Array(UnitedParams)),
  searchPluseState: Schema.optionalKey(Schema.Boolean)
}

/** What may change. */
export const CampaignState = Schema.Struct({
  status: CampaignStatus,
  name: PlainText,
  dailyBudget: Roubles,
  changedAt: Schema.Int,
  startedAt: Schema.optionalKey(Schema.Int),
  endedAt: Schema.optionalKey(Schema.Int),
  ...settingsFields
})
export type CampaignState = typeof CampaignState.Type

/** What a bid is for: nothing for automatic campaigns. */
export const BidTarget = Schema.Struct({
  param: Schema.optionalKey(Schema.Int),
  instrument: Schema.optionalKey(Schema.Literals([4, 6]))
})
export type BidTarget = typeof BidTarget.Type

export const Campaign = Schema.Struct({
  advertId: CampaignId,
  type: CampaignType,
  createdAt: Schema.Int,
  /** Campaign fields, paymentType. */
  paymentType: Schema.Literals(["cpm", "cpo", "cpc"]),
  /** Campaign fields, bid_type: for type 9. */
  bidType: Schema.optionalKey(Schema.Literals(["manual", "unified"])),
  placementTypes: Schema.optionalKey(Schema.Array(Schema.Literals(["search", "recommendations"]))),
  /** What has taken effect. */
  state: CampaignState,
  /** What answers show until the next synchronisation, where that is something else. */
  seen: Schema.optionalKey(CampaignState),
  synchronisesAt: Schema.optionalKey(Schema.Int),
  /** Changes that take effect on the clock. */
  pendingStatus: Schema.optionalKey(Schema.Struct({ status: CampaignStatus, appliesAt: Schema.Int })),
  pendingBids: Schema.optionalKey(
    Schema.Array(Schema.Struct({ target: BidTarget, cpm: Schema.Int, appliesAt: Schema.Int }))
  ),
  /** It cannot be launched before. */
  launchableAt: Schema.optionalKey(Schema.Int),
  /** When a removed campaign disappears. */
  goneAt: Schema.optionalKey(Schema.Int)
})
export type Campaign = typeof Campaign.Type

/** What answers show. */
export const visible = ({ seen, state }: Campaign): CampaignState => seen ?? state

/** A campaign as lists show it. */
export type ListedCampaign = Pick<Campaign, "advertId" | "type"> & Pick<CampaignState, "changedAt" | "status">

export const listed = (campaign: Campaign): ListedCampaign => {
  const { changedAt, status } = visible(campaign)
  return { advertId: campaign.advertId, type: campaign.type, status, changedAt }
}
