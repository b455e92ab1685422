/** A campaign as answers show it (Seller Statistics Reports, Campaign fields; contract, Nested shapes). */
import { Array, Schema } from "effect"
import { Roubles } from "../../funds/Money.ts"
import { moscowTime } from "../../time/MoscowTime.ts"
import { Count, NumericId } from "../../validation/WholeNumber.ts"
import {
  Campaign,
  CampaignId,
  type CampaignState,
  CampaignStatus,
  CampaignType,
  type ListedCampaign,
  settingsFields,
  visible
} from "../Campaign.ts"

const MoscowTime = Schema.String.annotate({ format: "date-time" })

export const CampaignView = Schema.Struct({
  advertId: CampaignId,
  name: Schema.String,
  type: CampaignType,
  status: CampaignStatus,
  dailyBudget: Roubles,
  createTime: MoscowTime,
  changeTime: MoscowTime,
  startTime: MoscowTime,
  endTime: MoscowTime,
  paymentType: Campaign.fields.paymentType,
  bid_type: Campaign.fields.bidType,
  ...settingsFields,
  /** Of auctions. The published schema calls the bid `cpm`, and its example `bid` (contract, Nested shapes). */
  auction_multibids: Schema.optionalKey(Schema.Array(Schema.Struct({ nm: NumericId, cpm: Roubles, bid: Roubles })))
}).annotate({ identifier: "Campaign" })
export type CampaignView = typeof CampaignView.Type

/** What is shown where no end is known (contract, Nested shapes, Base fields). */
const noEnd = "2100-01-01T00:00:00+03:00"

/** Each product's bid in search is that of its subject. */
const bidsOf = (parts: NonNullable<CampaignState["unitedParams"]>) =>
  parts.flatMap(({ nms, searchCPM }) => nms.map((nm) => ({ nm, cpm: searchCPM, bid: searchCPM })))

export const campaignView = (campaign: Campaign): CampaignView => {
  const { advertId, bidType, createdAt, paymentType, type } = campaign
  const { changedAt, dailyBudget, endedAt, name, startedAt, status, ...settings } = visible(campaign)
  return {
    advertId,
    name,
    type,
    status,
    dailyBudget,
    createTime: moscowTime(createdAt),
    changeTime: moscowTime(changedAt),
    // our choice: a campaign that was never launched has no other time.
    startTime: moscowTime(startedAt ?? createdAt),
    endTime: endedAt === undefined ? noEnd : moscowTime(endedAt),
    paymentType,
    ...(bidType !== undefined && { bid_type: bidType }),
    ...settings,
    ...(settings.unitedParams !== undefined && { auction_multibids: bidsOf(settings.unitedParams) })
  }
}

export const CampaignLists = Schema.Struct({
  adverts: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        type: CampaignType,
        status: CampaignStatus,
        count: Count,
        advert_list: Schema.Array(Schema.Struct({ advertId: CampaignId, changeTime: MoscowTime }))
      }).annotate({ identifier: "CampaignGroup" })
    )
  ),
  all: Count
}).annotate({ identifier: "CampaignLists" })

const groupOrder = (one: ListedCampaign, other: ListedCampaign): number =>
  one.type - other.type || one.status - other.status || one.advertId - other.advertId

/** Grouped by type and status; null where there are none (contract, Campaign lists). */
export const campaignLists = (campaigns: ReadonlyArray<ListedCampaign>): typeof CampaignLists.Type => {
  const groups = Array.groupBy(campaigns.toSorted(groupOrder), ({ status, type }) => `${type} ${status}`)
  const adverts = Object.values(groups).map((own) => ({
    type: own[0].type,
    status: own[0].status,
    count: own.length,
    advert_list: own.map(({ advertId, changedAt }) => ({ advertId, changeTime: moscowTime(changedAt) }))
  }))
  return { adverts: adverts.length === 0 ? null : adverts, all: campaigns.length }
}
