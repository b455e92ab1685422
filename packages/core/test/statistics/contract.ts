/** What the document says about statistics of campaigns. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { campaignId, promotionCampaigns } from "../contract/promotionCampaigns.ts"

const ofPhrases = {
  permits: 4,
  window: "1 second",
  row: "Clusters, key phrase statistics, keyword statistics"
} as const

const day = { type: "string", format: "date" } as const

/** Campaign statistics row. The last one: Versioning. */
const totals = ["views", "clicks", "ctr", "cpc", "sum", "atbs", "orders", "cr", "shks", "sum_price", "canceled"]

export const statisticsContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "POST /adv/v2/fullstats": {
      name: "Campaign statistics",
      statuses: "200 400 401 403 429",
      refusal: "error",
      limit: { permits: 1, window: "1 minute", row: "Campaign statistics" }
    },
    "GET /adv/v2/auto/stat-words": {
      name: "Automatic campaign clusters",
      statuses: "200 204 400 401 403 429",
      // The document has an object as its output: its lists are empty instead.
      neverAnswered: "204",
      refusal: "error",
      query: { id: campaignId },
      required: ["id"],
      limit: ofPhrases
    },
    "GET /adv/v1/stat/words": {
      name: "Key phrase statistics",
      statuses: "200 400 401 403 429",
      refusal: "error",
      query: { id: campaignId },
      required: ["id"],
      limit: ofPhrases
    },
    "GET /adv/v0/stats/keywords": {
      name: "Keyword statistics for automatic and auction campaigns",
      statuses: "200 400 401 403 404 429",
      refusal: "message",
      query: { advert_id: campaignId, from: day, to: day },
      required: ["advert_id", "from", "to"],
      limit: ofPhrases
    }
  },
  schemas: {
    StatisticsRequest: {
      fields: ["id", "dates", "interval"],
      required: ["id"],
      limits: { id: campaignId, dates: { items: day } }
    },
    StatisticsInterval: { fields: ["begin", "end"], required: ["begin", "end"], limits: { begin: day, end: day } },
    CampaignStatistics: {
      fields: [...totals, "dates", "interval", "days", "boosterStats", "advertId"],
      limits: { cr: { type: "integer" } }
    },
    DayStatistics: { fields: [...totals, "date", "apps"] },
    AppStatistics: { fields: [...totals, "appType", "nm"], limits: { appType: { enum: [1, 32, 64] } } },
    ProductStatistics: { fields: [...totals, "nmId", "name"] },
    AveragePosition: { fields: ["date", "nm", "avg_position"] },
    Clusters: { fields: ["excluded", "clusters"] },
    Cluster: { fields: ["cluster", "count", "keywords"] },
    KeyPhrases: { fields: ["words", "stat"] },
    CampaignWords: { fields: ["phrase", "strong", "excluded", "pluse", "keywords", "fixed"] },
    KeyPhraseCount: { fields: ["keyword", "count"] },
    KeyPhraseStatistics: {
      fields: [
        "advertId",
        "keyword",
        "advertName",
        "campaignName",
        "begin",
        "end",
        "views",
        "clicks",
        "frq",
        "ctr",
        "cpc",
        "duration",
        "sum"
      ]
    },
    Keywords: { fields: ["keywords"] },
    KeywordDay: { fields: ["date", "stats"], limits: { date: day } },
    KeywordStatistics: { fields: ["keyword", "views", "clicks", "ctr", "sum"] }
  }
}
