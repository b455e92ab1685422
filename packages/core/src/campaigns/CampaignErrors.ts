/** What can be wrong with what a seller asks of its campaigns. */
import { Schema } from "effect"
import { CampaignId, CampaignStatus } from "./Campaign.ts"

export class CampaignNotFound extends Schema.TaggedError<CampaignNotFound>()("CampaignNotFound", {
  advertId: CampaignId
}) {
  override get message() {
    return `There is no campaign ${this.advertId}`
  }
}

/** Its status, or what it lacks, does not allow the change. */
export class StatusNotChanged extends Schema.TaggedError<StatusNotChanged>()("StatusNotChanged", {
  status: CampaignStatus,
  reason: Schema.Literals(["status", "budget", "settings", "time"])
}) {
  override get message() {
    return `The status ${this.status} was not changed because of its ${this.reason}`
  }
}

/** The campaign is over, was refused, or is being removed. */
export class CampaignNotChangeable extends Schema.TaggedError<CampaignNotChangeable>()("CampaignNotChangeable", {
  status: CampaignStatus
}) {
  override get message() {
    return `A campaign with the status ${this.status} cannot be changed`
  }
}

/** The bid names a type that is not the campaign's, or a target that it does not have. */
export class WrongBidTarget extends Schema.TaggedError<WrongBidTarget>()("WrongBidTarget", {
  field: Schema.Literals(["type", "param"])
}) {
  override get message() {
    return `The campaign has no such ${this.field}`
  }
}

export class BidTooLow extends Schema.TaggedError<BidTooLow>()("BidTooLow", { least: Schema.Int }) {
  override get message() {
    return `The least bid is ${this.least} roubles`
  }
}

export class SubjectNotFound extends Schema.TaggedError<SubjectNotFound>()("SubjectNotFound", {
  subjectId: Schema.Int
}) {
  override get message() {
    return `The seller has no products of the subject ${this.subjectId}`
  }
}

/** The seller does not have these products, or not of that subject. */
export class ProductsNotAvailable extends Schema.TaggedError<ProductsNotAvailable>()("ProductsNotAvailable", {
  nms: Schema.Array(Schema.Int)
}) {
  override get message() {
    return `These products are not available: ${this.nms.join(", ")}`
  }
}

/** The campaign would carry more products than the configuration allows. */
export class TooManyProducts extends Schema.TaggedError<TooManyProducts>()("TooManyProducts", { most: Schema.Int }) {
  override get message() {
    return `A campaign has at most ${this.most} products`
  }
}

/** The operation is for campaigns of another type, or with another kind of bid. */
export class WrongCampaignType extends Schema.TaggedError<WrongCampaignType>()("WrongCampaignType", {
  takes: Schema.Literals(["automatic", "auction", "manual"])
}) {
  override get message() {
    return `The operation takes a campaign that is ${this.takes}`
  }
}
