/** What the document says about the money of campaigns. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { campaignId, campaignTypes, promotionCampaigns, sources } from "../contract/promotionCampaigns.ts"

const everySecond = { permits: 1, window: "1 second", row: "Top-up, costs history, top-up history" } as const

const day = { type: "string", format: "date" } as const

export const financeContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "GET /adv/v1/balance": {
      name: "Balance",
      statuses: "200 400 401 403 429",
      // It is said of a wrong id of the seller, which here the token has.
      neverAnswered: "400",
      limit: { permits: 1, window: "1 second", row: "Balance" }
    },
    "GET /adv/v1/budget": {
      name: "Campaign budget",
      statuses: "200 400 401 403 429",
      refusal: "text",
      query: { id: campaignId },
      required: ["id"],
      limit: { permits: 4, window: "1 second", row: "Budget" }
    },
    "POST /adv/v1/budget/deposit": {
      name: "Top up campaign budget",
      statuses: "200 400 401 403 429",
      refusal: "error",
      refusesReadOnly: true,
      query: { id: campaignId },
      required: ["id"],
      limit: everySecond
    },
    "GET /adv/v1/upd": {
      name: "Costs history",
      statuses: "200 400 401 403 429",
      refusal: "text",
      query: { from: day, to: day },
      required: ["from", "to"],
      limit: everySecond
    },
    "GET /adv/v1/payments": {
      name: "Top-up history",
      statuses: "200 204 400 401 403 429",
      // The document has an array as its output: it is empty instead.
      neverAnswered: "204",
      refusal: "jsonText",
      query: { from: day, to: day },
      limit: everySecond
    }
  },
  schemas: {
    Balance: { fields: ["balance", "net", "bonus"] },
    Budget: {
      fields: ["cash", "netting", "total"],
      limits: { cash: { type: "integer", enum: [0] }, netting: { type: "integer", enum: [0] } }
    },
    TopUpInput: { fields: ["sum", "type", "return"], limits: { type: sources, return: { type: "boolean" } } },
    BudgetTotal: { fields: ["total"] },
    Cost: {
      fields: ["updNum", "updTime", "updSum", "advertId", "campName", "advertType", "paymentType", "advertStatus"],
      limits: {
        advertType: { enum: campaignTypes },
        advertStatus: { enum: [4, 7, 8, 9, 11] }
      }
    },
    TopUp: {
      fields: ["id", "date", "sum", "type", "statusId", "cardStatus"],
      // Its example in the contract has none.
      limits: {
        type: sources,
        statusId: { type: "integer", enum: [0, 1] },
        cardStatus: { enum: ["", "success", "fail", "pending", "unknown"] }
      }
    }
  }
}
