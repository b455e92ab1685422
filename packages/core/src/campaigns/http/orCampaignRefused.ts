/** What the operations on campaigns answer to the errors of their service. */
import { firstTopUpRefusal } from "../../funds/http/topUpRefusal.ts"
import { orRefused } from "../../http/refusals/orRefused.ts"
import { refusals } from "./campaignRefusals.ts"

export const orCreationRefused = orRefused({
  SubjectNotFound: refusals.subject,
  ProductsNotAvailable: refusals.products,
  TooManyProducts: refusals.creation,
  TopUpRefused: firstTopUpRefusal
})

export const orAuctionRefused = orRefused({
  ProductsNotAvailable: refusals.categories,
  TooManyProducts: refusals.creation
})

export const orStatusRefused = orRefused({ CampaignNotFound: refusals.notFound, StatusNotChanged: refusals.status })

export const orRenameRefused = orRefused({
  CampaignNotFound: refusals.notFound,
  CampaignNotChangeable: refusals.nameNotChanged
})

export const orBidRefused = orRefused({
  CampaignNotFound: refusals.notFound,
  WrongBidTarget: ({ field }: { readonly field: "param" | "type" }) => refusals[field],
  BidTooLow: refusals.bid,
  CampaignNotChangeable: refusals.bid
})

export const orProductsRefused = orRefused({
  CampaignNotFound: refusals.campaign,
  WrongCampaignType: refusals.automaticOnly,
  // our choice: nothing is published for it.
  CampaignNotChangeable: refusals.status
})
