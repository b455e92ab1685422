/** What is refused to media campaigns. */
import { Schema } from "effect"
import { CampaignId } from "../campaigns/Campaign.ts"
import { NumericId } from "../validation/WholeNumber.ts"
import { MediaStatus } from "./MediaCampaign.ts"
import { mediaTransitions } from "./mediaTransitions.ts"

export class MediaCampaignNotFound extends Schema.TaggedError<MediaCampaignNotFound>()("MediaCampaignNotFound", {
  advertId: CampaignId
}) {
  override get message() {
    return `There is no media campaign ${this.advertId}`
  }
}

export class MediaStatusNotChanged extends Schema.TaggedError<MediaStatusNotChanged>()("MediaStatusNotChanged", {
  status: MediaStatus
}) {
  override get message() {
    return `The status ${this.status} does not allow it`
  }
}

export class PausesSpent extends Schema.TaggedError<PausesSpent>()("PausesSpent", {}) {
  override get message() {
    return `A media campaign can be paused ${mediaTransitions.pause.mostPerDay} times a day, counted from midnight in Moscow`
  }
}

export class MediaItemNotFound extends Schema.TaggedError<MediaItemNotFound>()("MediaItemNotFound", {
  itemId: NumericId
}) {
  override get message() {
    return `The media campaign has no banner ${this.itemId}`
  }
}

/** The campaign is paid by days. */
export class NotPaidByViews extends Schema.TaggedError<NotPaidByViews>()("NotPaidByViews", {}) {
  override get message() {
    return "The media campaign is not paid by views"
  }
}

export class MediaBidTooLow extends Schema.TaggedError<MediaBidTooLow>()("MediaBidTooLow", { least: Schema.Int }) {
  override get message() {
    return `The bid is below the minimum of ${this.least} roubles`
  }
}
