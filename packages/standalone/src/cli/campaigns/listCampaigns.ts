/** Shows the campaigns of a seller. */
import type { CampaignStatus, CampaignType } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { printAll } from "../output/Output.ts"
import { campaignsOf } from "./campaignRequests.ts"
import { campaignTable } from "./campaignTable.ts"

interface Filter {
  readonly type: Option.Option<CampaignType>
  readonly status: Option.Option<CampaignStatus>
}

/** Budgets are not among it: each would be a call, and four in a second are the most (Limits, Campaign budget). */
export const listCampaigns = Effect.fn("campaigns")(function* ({ status, type, ...input }: Filter & SellerInput) {
  const owner = yield* (yield* sellerAccess(input)).as(null)
  const asked = Option.isSome(status) ? { status: status.value } : {}
  // The information takes a filter, so that all campaigns are those of each type that there is.
  const types = Option.isSome(type)
    ? [type.value]
    : [...new Set((yield* owner((api) => api.campaigns.lists())).adverts?.map((group) => group.type))]
  const found = yield* Effect.forEach(types, (one) => campaignsOf(owner, { ...asked, type: one }))
  const newestFirst = found.flat().toSorted((one, other) => (one.createTime < other.createTime ? 1 : -1))
  yield* printAll(input.json, newestFirst, campaignTable)
})
