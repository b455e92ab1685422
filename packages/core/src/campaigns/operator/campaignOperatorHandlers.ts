/** The server side of the operator's operation on campaigns. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { campaignOperations } from "./campaignOperations.ts"
import { OperatorCampaignsApi } from "./OperatorCampaignsApi.ts"

const answered = answering(orProblemOf({}))

export const campaignOperatorHandlers = HttpApiBuilder.group(
  operatorApi(OperatorCampaignsApi),
  "campaigns",
  (handlers) => Effect.map(campaignOperations, (operations) => handlers.handleAll(answered(operations)))
)
