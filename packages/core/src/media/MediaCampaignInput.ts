/** A media campaign as the marketplace's own side puts it in. */
import { DateTime, Schema } from "effect"
import { Roubles } from "../funds/Money.ts"
import { takesAtMost } from "../records/takesAtMost.ts"
import { Timestamp } from "../time/Timestamp.ts"
import { NumericId } from "../validation/WholeNumber.ts"
import {
  type MediaCampaign,
  MediaItems,
  MediaName,
  MediaOperation,
  MediaReason,
  MediaStatus,
  MediaType
} from "./MediaCampaign.ts"

// our choice: a record takes a million bytes. The rest is for what is beside the banners, for bids, and for a reason of a pause.
const mostItemBytes = 950_000

/** As the information shows it. What is left out is not known, or nothing. */
export const MediaCampaignInput = Schema.Struct({
  name: MediaName,
  brand: MediaName,
  type: MediaType,
  status: MediaStatus,
  createTime: Schema.optionalKey(Timestamp),
  endTime: Schema.optionalKey(Timestamp),
  extended: Schema.optionalKey(
    Schema.Struct({
      reason: Schema.optionalKey(Schema.NullOr(MediaReason)),
      expenses: Schema.optionalKey(Roubles),
      from: Schema.optionalKey(Timestamp),
      to: Schema.optionalKey(Timestamp),
      updated_at: Schema.optionalKey(Timestamp),
      price: Schema.optionalKey(Roubles),
      budget: Schema.optionalKey(Roubles),
      operation: Schema.optionalKey(MediaOperation),
      contract_id: Schema.optionalKey(NumericId)
    }).annotate({ identifier: "MediaExtendedInput" })
  ),
  items: Schema.optionalKey(MediaItems.check(takesAtMost(mostItemBytes)))
}).annotate({ identifier: "MediaCampaignInput" })
export type MediaCampaignInput = typeof MediaCampaignInput.Type

const at = (time: DateTime.Utc | undefined) => (time === undefined ? undefined : DateTime.toEpochMillis(time))

/** What is not said is as it would be for a campaign that was created now. */
export const mediaCampaignOf = (advertId: number, input: MediaCampaignInput, now: number): MediaCampaign => {
  const { brand, extended = {}, items = [], name, status, type } = input
  const { budget = 0, contract_id: contractId = 0, expenses = 0, operation = 1, price = 0, reason } = extended
  const [ended, from, to] = [at(input.endTime), at(extended.from), at(extended.to)]
  return {
    advertId,
    name,
    brand,
    type,
    status,
    createdAt: at(input.createTime) ?? now,
    changedAt: at(extended.updated_at) ?? now,
    ...(ended !== undefined && { endedAt: ended }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(typeof reason === "string" && { reason }),
    budget,
    expenses,
    spent: 0,
    charged: 0,
    price,
    operation,
    contractId,
    items
  }
}
