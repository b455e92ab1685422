/** What the document says about campaigns. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import {
  campaignId,
  campaignStatuses,
  campaignTypes,
  promotionCampaigns,
  sources
} from "../contract/promotionCampaigns.ts"

const limit = {
  permits: 5,
  window: "1 second",
  row: "Remove, rename, lists, information, launch, pause, complete"
} as const

/** What is done to one campaign. */
const action = {
  statuses: "200 400 401 403 422 429",
  refusal: "text",
  refusesReadOnly: true,
  query: { id: campaignId },
  required: ["id"],
  limit
} as const

const automaticNomenclatures = {
  permits: 1,
  window: "1 second",
  row: "Automatic nomenclatures list and change"
} as const

const pause = { ...action, name: "Pause campaign" } as const

export const campaignsContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "POST /adv/v1/save-ad": {
      name: "Create automatic campaign",
      statuses: "200 400 401 403 422 429",
      // It is said of failures inside that service.
      neverAnswered: "422",
      refusal: "error",
      refusesReadOnly: true,
      limit: { permits: 1, window: "20 seconds", row: "Create automatic campaign" }
    },
    "POST /adv/v2/seacat/save-ad": {
      name: "Create auction campaign",
      statuses: "200 400 401 403 429",
      refusal: "jsonText",
      refusesReadOnly: true,
      limit: { permits: 5, window: "1 minute", row: "Create auction campaign" }
    },
    "GET /adv/v0/delete": {
      ...action,
      name: "Remove campaign",
      statuses: "200 400 401 403 429",
      // Contract, Campaign status after an action: a transition that is not allowed.
      chosenStatus: "422",
      refusal: "error"
    },
    "POST /adv/v0/rename": {
      name: "Rename campaign",
      statuses: "200 400 401 403 422 429",
      refusal: "text",
      refusesReadOnly: true,
      limit
    },
    "GET /adv/v1/promotion/count": { name: "Campaign lists", statuses: "200 401 403 429", limit },
    "POST /adv/v1/promotion/adverts": {
      name: "Campaigns information",
      statuses: "200 204 400 401 403 422 429",
      refusal: "text",
      query: {
        status: { type: "integer", enum: campaignStatuses },
        type: { type: "integer", enum: campaignTypes },
        order: { type: "string", enum: ["create", "change", "id"] },
        direction: { type: "string", enum: ["desc", "asc"] }
      },
      // Null is our choice: clients send it where the query says which ones.
      body: { anyOf: [{ type: "array", items: campaignId, maxItems: 50 }, { type: "null" }] },
      limit
    },
    "POST /adv/v0/cpm": {
      name: "Campaign bid update",
      statuses: "200 400 401 403 422 429",
      refusal: "text",
      refusesReadOnly: true,
      limit: { permits: 300, window: "1 minute", row: "Campaign bid update" }
    },
    "GET /adv/v0/start": { ...action, name: "Launch campaign" },
    "GET /api/v0/pause": pause,
    // The path that clients know (contract, Must-do list, 2).
    "GET /adv/v0/pause": { ...pause, aliasOf: "GET /api/v0/pause" },
    "GET /adv/v0/stop": { ...action, name: "Complete campaign" },
    "GET /adv/v1/auto/getnmtoadd": {
      name: "Nomenclatures of an automatic campaign",
      statuses: "200 400 401 403 429",
      refusal: "error",
      query: { id: campaignId },
      required: ["id"],
      limit: automaticNomenclatures
    },
    "POST /adv/v1/auto/updatenm": {
      name: "Change nomenclatures of an automatic campaign",
      statuses: "200 400 401 403 429",
      // our choice: the campaign is over.
      chosenStatus: "422",
      refusal: "error",
      refusesReadOnly: true,
      query: { id: campaignId },
      required: ["id"],
      limit: automaticNomenclatures
    }
  },
  schemas: {
    AutomaticCampaignInput: {
      fields: ["type", "name", "subjectId", "sum", "btype", "on_pause", "nms", "cpm"],
      limits: {
        type: { type: "integer", enum: [8] },
        name: { maxLength: 128 },
        btype: sources,
        on_pause: { type: "boolean" },
        nms: { maxItems: 100 }
      }
    },
    AuctionCampaignInput: {
      // The last three: Versioning, September and December 2025.
      fields: ["name", "campaignName", "nms", "bid_type", "placement_types", "payment_type"],
      limits: {
        name: { maxLength: 128 },
        campaignName: { maxLength: 128 },
        nms: { maxItems: 50 },
        bid_type: { enum: ["manual", "unified"] },
        payment_type: { enum: ["cpm", "cpc"] }
      }
    },
    CampaignNameInput: {
      fields: ["advertId", "name"],
      required: ["advertId", "name"],
      limits: { name: { maxLength: 100 } }
    },
    BidInput: {
      fields: ["advertId", "type", "cpm", "param", "instrument"],
      // Automatic campaigns need no param.
      required: ["advertId", "type", "cpm"],
      limits: { type: { type: "integer", enum: [5, 6, 7, 8, 9] }, instrument: { type: "integer", enum: [4, 6] } }
    },
    Campaign: {
      fields: [
        "advertId",
        "name",
        "type",
        "status",
        "dailyBudget",
        "startTime",
        "endTime",
        "createTime",
        "changeTime",
        "paymentType",
        "searchPluseState",
        // Contract, Nested shapes: of 2025.
        "auction_multibids",
        "bid_type",
        // Contract, Nested shapes.
        "params",
        "autoParams",
        "unitedParams"
      ],
      limits: {
        type: { type: "integer", enum: campaignTypes },
        status: { type: "integer", enum: campaignStatuses },
        paymentType: { enum: ["cpm", "cpo", "cpc"] },
        bid_type: { enum: ["manual", "unified"] }
      }
    },
    NomenclaturesChange: { fields: ["add", "delete"] },
    CampaignLists: { fields: ["adverts", "all"] },
    CampaignGroup: { fields: ["type", "status", "count", "advert_list"] }
  },
  // our addition: the document has none.
  eventTypes: [
    "promotion/campaign_status_changed",
    "promotion/campaign_budget_exhausted",
    "promotion/campaign_declined",
    "promotion/campaign_removed"
  ]
}
