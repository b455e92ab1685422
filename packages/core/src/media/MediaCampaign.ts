/**
 * A media campaign as it is kept (Seller Statistics Reports, Media campaign fields; contract, Nested shapes). Times are milliseconds
 * since 1970, sums are whole roubles.
 */
import { Schema } from "effect"
import { CampaignId } from "../campaigns/Campaign.ts"
import { Roubles } from "../funds/Money.ts"
import { Timestamp } from "../time/Timestamp.ts"
import { plainText } from "../validation/PlainText.ts"
import { Count, NumericId } from "../validation/WholeNumber.ts"

/** 1 is paid by days, 2 by views. */
export const MediaType = Schema.Literals([1, 2])
export type MediaType = typeof MediaType.Type

/** States and transitions, Media campaign statuses. */
export const MediaStatus = Schema.Literals([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
export type MediaStatus = typeof MediaStatus.Type

// our choice: as long as names of products.
export const MediaName = plainText(250)
const LongText = plainText(2000)

/** 1 a banner, 2 a pop-up menu, 3 a mailing, 4 social networks, 5 a push notification. */
export const AdvertType = Schema.Literals([1, 2, 3, 4, 5])

const Hour = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 24 }))

/** A banner. Fields that are not known are left out. */
export const MediaItem = Schema.Struct({
  id: NumericId,
  name: MediaName,
  /** As that of a campaign. */
  status: MediaStatus,
  place: Schema.optionalKey(Count),
  budget: Schema.optionalKey(Roubles),
  /** What it may spend in a day in Moscow; 0 where that is not limited. */
  daily_limit: Schema.optionalKey(Roubles),
  category_name: Schema.optionalKey(MediaName),
  /** For a thousand views. */
  cpm: Schema.optionalKey(Roubles),
  url: Schema.optionalKey(LongText),
  advert_type: Schema.optionalKey(AdvertType),
  created_at: Schema.optionalKey(Timestamp),
  updated_at: Schema.optionalKey(Timestamp),
  date_from: Schema.optionalKey(Timestamp),
  date_to: Schema.optionalKey(Timestamp),
  nms: Schema.optionalKey(Schema.Array(NumericId).check(Schema.isMaxLength(1000))),
  bottomText1: Schema.optionalKey(LongText),
  bottomText2: Schema.optionalKey(LongText),
  message: Schema.optionalKey(LongText),
  additionalSettings: Schema.optionalKey(Count),
  receiversCount: Schema.optionalKey(Count),
  subject_id: Schema.optionalKey(NumericId),
  subject_name: Schema.optionalKey(MediaName),
  action_name: Schema.optionalKey(MediaName),
  show_hours: Schema.optionalKey(Schema.Array(Schema.Struct({ From: Hour, To: Hour })).check(Schema.isMaxLength(24))),
  Erid: Schema.optionalKey(MediaName)
})
export type MediaItem = typeof MediaItem.Type

// our choice: about what a record of banners with all of their fields can have.
export const MediaItems = Schema.Array(MediaItem).check(Schema.isMaxLength(50))

/** Where its money comes from: 1 the balance, 2 the account. */
export const MediaOperation = Schema.Literals([1, 2])

export const MediaReason = plainText(1000)

export const MediaCampaign = Schema.Struct({
  advertId: CampaignId,
  name: MediaName,
  brand: MediaName,
  type: MediaType,
  status: MediaStatus,
  createdAt: Schema.Int,
  changedAt: Schema.Int,
  endedAt: Schema.optionalKey(Schema.Int),
  /** When it is shown: undefined, always. */
  from: Schema.optionalKey(Schema.Int),
  to: Schema.optionalKey(Schema.Int),
  /** Why it is in its status, for people. */
  reason: Schema.optionalKey(MediaReason),
  /** What is left, and what it has spent. */
  budget: Roubles,
  expenses: Roubles,
  /** Hundredths of a rouble that its statistics say, and the whole roubles of them that were charged or could not be. */
  spent: Schema.Int,
  charged: Schema.Int,
  price: Roubles,
  operation: MediaOperation,
  contractId: NumericId,
  items: MediaItems,
  /** It was launched: when its real status is decided. */
  decidedAt: Schema.optionalKey(Schema.Int),
  /** How often it was paused on a day in Moscow. */
  pauses: Schema.optionalKey(Schema.Struct({ day: Schema.String, count: Count })),
  /** The day in Moscow on which all of its items spent what they may. */
  limitedOn: Schema.optionalKey(Schema.String)
})
export type MediaCampaign = typeof MediaCampaign.Type
