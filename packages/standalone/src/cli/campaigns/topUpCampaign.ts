/** Gives a campaign a budget. */
import { Money } from "@sellerkit/core"
import type { Refused } from "@sellerkit/core/client"
import { Effect, Schema } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { statusWord } from "../flags/campaignWords.ts"
import { print } from "../output/Output.ts"
import { campaignById, noCampaign, type SellerApi } from "./campaignRequests.ts"

interface Own {
  readonly id: number
  readonly roubles: number
  readonly from: Money.Source
}

// What a request takes. How much a budget takes, the service says.
const isSum = Schema.is(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 })))

const explained = Effect.fnUntraced(function* (
  api: SellerApi,
  { from, id, roubles, ...input }: Own & SellerInput,
  { text }: Refused
) {
  const campaign = yield* campaignById(api, id)
  if (campaign === undefined) return yield* noCampaign(id, input)
  const { balance: account, bonus, net: balance } = yield* api.finance.balance()
  const has = { account, balance, bonus }
  const reason =
    has[from] < roubles
      ? `The ${from} has ${has[from]} of ${roubles} roubles (account ${account}, balance ${balance}, bonus ${bonus}).`
      : `Campaign ${id}, which is ${statusWord(campaign.status)}, does not take ${roubles} roubles. A top-up is a multiple of 50, and not below the least.`
  return yield* new CommandFailed({ message: `${reason} The service says: ${text}` })
})

export const topUpCampaign = Effect.fn("campaigns top-up")(function* ({
  from,
  id,
  roubles,
  ...input
}: Own & SellerInput) {
  if (!isSum(roubles)) {
    return yield* new CommandFailed({
      message: `${roubles} is no sum for a budget: give a multiple of 50, such as 1000`
    })
  }
  const owner = yield* (yield* sellerAccess(input)).as(null)
  const answer = yield* owner((api) =>
    Effect.catchTag(
      api.finance.topUp({ query: { id }, payload: { sum: roubles, type: Money.sources[from].type, return: true } }),
      "Refused",
      (refused) => explained(api, { from, id, roubles, ...input }, refused)
    )
  )
  const topUp = { advertId: id, budget: answer?.total }
  yield* print(
    input.json,
    topUp,
    ({ budget }, paint) =>
      `${paint("green", "Moved")} ${roubles} roubles to campaign ${id}. Its budget is ${budget} roubles.`
  )
})
