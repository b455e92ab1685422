/** Shows one campaign, with what it may spend. */
import { Effect } from "effect"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { print } from "../output/Output.ts"
import { campaignById, noCampaign } from "./campaignRequests.ts"
import { campaignView } from "./campaignView.ts"

interface Own {
  readonly id: number
}

export const getCampaign = Effect.fn("campaigns get")(function* ({ id, ...input }: Own & SellerInput) {
  const owner = yield* (yield* sellerAccess(input)).as(null)
  const campaign = yield* owner((api) => campaignById(api, id))
  if (campaign === undefined) return yield* noCampaign(id, input)
  const { total: budget } = yield* owner((api) => api.finance.budget({ query: { id } }))
  yield* print(input.json, { ...campaign, budget }, campaignView)
})
