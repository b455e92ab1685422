/** Operations on the money of campaigns (Seller Statistics Reports, Promotion operations and Finance fields). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { CampaignId, CampaignType } from "../../campaigns/Campaign.ts"
import { campaignQuery } from "../../campaigns/http/CampaignsApi.ts"
import { Cost } from "../../funds/fundRecords.ts"
import { Roubles, RoublesInAll, SourceType } from "../../funds/Money.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { refusing } from "../../http/refusals/InputRefusals.ts"
import { asError, asJsonText, asText } from "../../http/refusals/Refused.ts"
import { Day } from "../../time/MoscowTime.ts"
import { mayBeLeftOut } from "../../validation/mayBeLeftOut.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { financeLimits } from "./financeLimits.ts"
import { refusals } from "./financeRefusals.ts"

const Balance = Schema.Struct({ balance: RoublesInAll, net: RoublesInAll, bonus: RoublesInAll }).annotate({
  identifier: "Balance"
})

/** `cash` and `netting` are always 0. */
const Budget = Schema.Struct({ cash: Schema.Literal(0), netting: Schema.Literal(0), total: RoublesInAll }).annotate({
  identifier: "Budget"
})

const BudgetTotal = Schema.Struct({ total: RoublesInAll }).annotate({ identifier: "BudgetTotal" })

/** Clients leave out what is zero or false. */
const TopUpInput = Schema.Struct({
  sum: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 })),
  type: mayBeLeftOut(SourceType),
  return: mayBeLeftOut(Schema.Boolean)
}).annotate({ identifier: "TopUpInput" })

const MoscowTime = Schema.String.annotate({ format: "date-time" })

const CostRow = Schema.Struct({
  updNum: Count,
  updTime: MoscowTime,
  updSum: Roubles,
  advertId: CampaignId,
  campName: Schema.String,
  advertType: CampaignType,
  paymentType: Schema.String,
  advertStatus: Cost.fields.status
}).annotate({ identifier: "Cost" })

const TopUpRow = Schema.Struct({
  id: Count,
  date: MoscowTime,
  sum: Roubles,
  type: SourceType,
  /** 0 error, 1 processed. */
  statusId: Schema.Literals([0, 1]),
  cardStatus: Schema.Literals(["", "success", "fail", "pending", "unknown"])
}).annotate({ identifier: "TopUp" })

export class FinanceApi extends HttpApiGroup.make("finance")
  .add(
    HttpApiEndpoint.get("balance", "/v1/balance", { success: Balance }).annotateMerge(
      operation({
        summary: "Balance",
        description: "What the seller has besides the budgets of its campaigns.",
        access: accessRules.promotionReads,
        limit: financeLimits.balance
      })
    ),
    HttpApiEndpoint.get("budget", "/v1/budget", {
      query: campaignQuery,
      success: Budget,
      error: asText.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Campaign budget",
          description: "What a campaign may spend.",
          access: accessRules.promotionReads,
          limit: financeLimits.campaignBudgets
        })
      )
      .annotateMerge(refusing({ body: asText, otherwise: refusals.advertId })),
    HttpApiEndpoint.post("topUp", "/v1/budget/deposit", {
      query: campaignQuery,
      payload: TopUpInput,
      success: [BudgetTotal, HttpApiSchema.Empty(200)],
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Top up campaign budget",
          description:
            "Moves money of the seller into the budget of a campaign. Answers with the new total where `return` is true.",
          access: accessRules.promotionChanges,
          limit: financeLimits.campaignMoney
        })
      )
      .annotateMerge(
        refusing({
          body: asError,
          fields: { "query.id": refusals.advertId, "body.type": refusals.source },
          otherwise: refusals.body
        })
      ),
    HttpApiEndpoint.get("costs", "/v1/upd", {
      query: { from: Day, to: Day },
      success: Schema.Array(CostRow),
      error: asText.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Costs history",
          description: "What campaigns have spent in a period of 1 to 31 days in Moscow, the oldest first.",
          access: accessRules.promotionReads,
          limit: financeLimits.campaignMoney
        })
      )
      .annotateMerge(refusing({ body: asText, otherwise: refusals.period })),
    HttpApiEndpoint.get("topUps", "/v1/payments", {
      query: { from: Schema.optionalKey(Day), to: Schema.optionalKey(Day) },
      success: Schema.Array(TopUpRow),
      error: asJsonText.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Top-up history",
          description:
            "What the budgets of campaigns got in a period of 1 to 31 days in Moscow, the oldest first. Without days: in the last 31.",
          access: accessRules.promotionReads,
          limit: financeLimits.campaignMoney
        })
      )
      .annotateMerge(refusing({ body: asJsonText, otherwise: refusals.period }))
  )
  .prefix("/adv")
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(OpenApi.annotations({ title: "Finance", description: "The money of campaigns." })) {}
