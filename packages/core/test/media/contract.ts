/** What the document says about media campaigns. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { campaignId, promotionCampaigns } from "../contract/promotionCampaigns.ts"

const changes = { permits: 10, window: "1 minute", row: "Media stop, pause, launch, change banner bid" } as const

const change = {
  statuses: "200 400 401 403 422 429",
  refusal: "jsonText",
  refusesReadOnly: true,
  limit: changes
} as const

const statuses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const types = [1, 2]

export const mediaContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "GET /adv/v1/count": { name: "Get media campaigns", statuses: "200 401 403 429" },
    "GET /adv/v1/adverts": {
      name: "List media campaigns",
      statuses: "200 204 401 403 429",
      chosenStatus: "400",
      refusal: "text",
      query: {
        status: { type: "integer", enum: statuses },
        type: { type: "integer", enum: types },
        limit: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
        offset: { type: "integer", minimum: 0, maximum: 1_000_000 },
        order: { type: "string", enum: ["create", "id"] },
        direction: { type: "string", enum: ["desc", "asc"] }
      }
    },
    "GET /adv/v1/advert": {
      name: "Media campaign information",
      statuses: "200 204 400 401 403 429",
      refusal: "text",
      query: { id: campaignId },
      required: ["id"]
    },
    "POST /adv/v1/advert/stop": { ...change, name: "Stop media campaign" },
    "POST /adv/v1/advert/pause": {
      name: "Pause media campaign",
      statuses: "200 401 403 422 429",
      refusal: "statusProblem",
      refusesReadOnly: true,
      limit: changes
    },
    "POST /adv/v1/advert/start": { ...change, name: "Launch media campaign" },
    "POST /adv/v1/stats": { name: "Media campaign statistics", statuses: "200 400 401 403 429", refusal: "error" },
    "POST /adv/v1/item/cpm/change": { ...change, name: "Change banner bid" }
  },
  schemas: {
    MediaCounts: { fields: ["all", "adverts"] },
    MediaCampaign: {
      fields: ["advertId", "name", "brand", "type", "status", "createTime", "endTime"],
      limits: { type: { enum: types }, status: { enum: statuses } }
    },
    MediaCampaignInformation: {
      fields: ["advertId", "name", "brand", "type", "status", "createTime", "endTime", "extended", "items"]
    },
    MediaExtended: {
      fields: ["reason", "expenses", "from", "to", "updated_at", "price", "budget", "operation", "contract_id"],
      limits: { operation: { enum: [1, 2] } }
    },
    MediaItem: {
      fields: [
        "id",
        "name",
        "status",
        "place",
        "budget",
        "daily_limit",
        "category_name",
        "cpm",
        "url",
        "advert_type",
        "created_at",
        "updated_at",
        "date_from",
        "date_to",
        "nms",
        "bottomText1",
        "bottomText2",
        "message",
        "additionalSettings",
        "receiversCount",
        "subject_id",
        "subject_name",
        "action_name",
        "show_hours",
        "Erid"
      ],
      limits: { advert_type: { enum: [1, 2, 3, 4, 5] } }
    },
    MediaActionInput: { fields: ["advert_id", "reason"], required: ["advert_id"] },
    MediaBidInput: { fields: ["advert_id", "item_id", "cpm"], required: ["advert_id", "item_id", "cpm"] },
    MediaItemStatistics: {
      fields: [
        "item_id",
        "item_name",
        "category_name",
        "advert_type",
        "place",
        "views",
        "clicks",
        "cr",
        "ctr",
        "date_from",
        "date_to",
        "subject_name",
        "atbs",
        "orders",
        "price",
        "cpc",
        "status",
        "daily_stats",
        "expenses",
        "cr1",
        "cr2"
      ]
    },
    MediaDay: { fields: ["date", "app_type_stats"] },
    MediaApp: { fields: ["app_type", "stats"] },
    MediaAppStatistics: { fields: ["views", "clicks", "atbs", "orders", "cr", "ctr"] }
  }
}
