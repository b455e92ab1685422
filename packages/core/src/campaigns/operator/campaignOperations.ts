/** The operator's operation on campaigns, as a call of the service. */
import { Clock, DateTime, Effect } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import type { Campaign } from "../Campaign.ts"
import { Campaigns } from "../Campaigns.ts"
import type { CampaignInput, OperatorCampaignsApi } from "./OperatorCampaignsApi.ts"

const at = (time: DateTime.Utc | undefined) => (time === undefined ? undefined : DateTime.toEpochMillis(time))

/** What is not said is as it would be for a campaign that was created now. */
const campaignOf = (advertId: number, input: CampaignInput, now: number): Campaign => {
  const { autoParams, dailyBudget = 0, name, params, searchPluseState, status, unitedParams } = input
  const [started, ended] = [at(input.startTime), at(input.endTime)]
  return {
    advertId,
    type: input.type,
    createdAt: at(input.createTime) ?? now,
    paymentType: input.paymentType ?? "cpm",
    ...(input.bid_type !== undefined && { bidType: input.bid_type }),
    state: {
      status,
      name,
      dailyBudget,
      changedAt: at(input.changeTime) ?? now,
      ...(started !== undefined && { startedAt: started }),
      ...(ended !== undefined && { endedAt: ended }),
      ...(autoParams !== undefined && { autoParams }),
      ...(params !== undefined && { params }),
      ...(searchPluseState !== undefined && { searchPluseState }),
      ...(unitedParams !== undefined && { unitedParams })
    }
  }
}

export const campaignOperations = Effect.map(Campaigns, (campaigns) => ({
  put: Effect.fnUntraced(function* (asked: Asked<typeof OperatorCampaignsApi, "put">) {
    const { params, payload, query } = asked
    const account = { sellerId: params.sellerId, sandbox: query.sandbox ?? false }
    const campaign = campaignOf(params.advertId, payload, yield* Clock.currentTimeMillis)
    yield* campaigns.put(account, campaign, payload.budget)
  })
}))
