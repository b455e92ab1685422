/** Media campaigns as answers show them (Seller Statistics Reports, Media campaign fields; contract, Nested shapes). */
import { DateTime, Schema } from "effect"
import { CampaignId } from "../../campaigns/Campaign.ts"
import { Roubles } from "../../funds/Money.ts"
import { moscowTime } from "../../time/MoscowTime.ts"
import { Count, NumericId } from "../../validation/WholeNumber.ts"
import { type MediaCampaign, MediaItem, MediaOperation, MediaStatus, MediaType } from "../MediaCampaign.ts"
import type { ListedMediaCampaign } from "../mediaRecords.ts"

export const MoscowMoment = Schema.String.annotate({ format: "date-time" })

const listed = {
  advertId: CampaignId,
  name: Schema.String,
  brand: Schema.String,
  type: MediaType,
  status: MediaStatus,
  createTime: MoscowMoment,
  endTime: Schema.optionalKey(MoscowMoment)
}

export const ListedMediaView = Schema.Struct(listed).annotate({ identifier: "MediaCampaign" })

export const MediaCounts = Schema.Struct({
  all: Count,
  adverts: Schema.NullOr(
    Schema.Struct({ type: MediaType, status: MediaStatus, count: Count }).annotate({ identifier: "MediaGroup" })
  )
}).annotate({ identifier: "MediaCounts" })

const { created_at: _, date_from: __, date_to: ___, updated_at: ____, ...itemFields } = MediaItem.fields

const ItemView = Schema.Struct({
  ...itemFields,
  created_at: Schema.optionalKey(MoscowMoment),
  updated_at: Schema.optionalKey(MoscowMoment),
  date_from: Schema.optionalKey(MoscowMoment),
  date_to: Schema.optionalKey(MoscowMoment)
}).annotate({ identifier: "MediaItem" })

export const MediaView = Schema.Struct({
  ...listed,
  extended: Schema.Struct({
    reason: Schema.NullOr(Schema.String),
    expenses: Roubles,
    from: Schema.optionalKey(MoscowMoment),
    to: Schema.optionalKey(MoscowMoment),
    updated_at: MoscowMoment,
    price: Roubles,
    budget: Roubles,
    operation: MediaOperation,
    contract_id: NumericId
  }).annotate({ identifier: "MediaExtended" }),
  items: Schema.Array(ItemView)
}).annotate({ identifier: "MediaCampaignInformation" })

export const listedMediaView = (campaign: MediaCampaign): typeof ListedMediaView.Type => {
  const { advertId, brand, createdAt, endedAt, name, status, type } = campaign
  return {
    advertId,
    name,
    brand,
    type,
    status,
    createTime: moscowTime(createdAt),
    ...(endedAt !== undefined && { endTime: moscowTime(endedAt) })
  }
}

export const momentOf = (time: DateTime.Utc): string => moscowTime(DateTime.toEpochMillis(time))

const itemView = (item: MediaItem): typeof ItemView.Type => {
  const { created_at, date_from, date_to, updated_at, ...rest } = item
  return {
    ...rest,
    ...(created_at && { created_at: momentOf(created_at) }),
    ...(updated_at && { updated_at: momentOf(updated_at) }),
    ...(date_from && { date_from: momentOf(date_from) }),
    ...(date_to && { date_to: momentOf(date_to) })
  }
}

export const mediaView = (campaign: MediaCampaign): typeof MediaView.Type => {
  const { budget, changedAt, contractId, expenses, from, items, operation, price, reason = null, to } = campaign
  return {
    ...listedMediaView(campaign),
    extended: {
      reason,
      expenses,
      ...(from !== undefined && { from: moscowTime(from) }),
      ...(to !== undefined && { to: moscowTime(to) }),
      updated_at: moscowTime(changedAt),
      price,
      budget,
      operation,
      contract_id: contractId
    },
    items: items.map(itemView)
  }
}

/**
 * How many there are, and one group of a type and a status: every published version has a single one. our choice: the largest, and of
 * several such ones that of the least type and status; null where there are none.
 */
export const mediaCounts = (campaigns: ReadonlyArray<ListedMediaCampaign>): typeof MediaCounts.Type => {
  const groups = new Map<
    string,
    { readonly type: 1 | 2; readonly status: ListedMediaCampaign["status"]; count: number }
  >()
  for (const { status, type } of campaigns) {
    const group = groups.get(`${type} ${status}`)
    if (group === undefined) groups.set(`${type} ${status}`, { type, status, count: 1 })
    else group.count += 1
  }
  const [adverts = null] = [...groups.values()].toSorted(
    (one, other) => other.count - one.count || one.type - other.type || one.status - other.status
  )
  return { all: campaigns.length, adverts }
}
