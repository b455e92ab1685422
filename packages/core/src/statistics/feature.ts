/** Statistics of campaigns: what the marketplace's own side tells, and sellers read. */
import { feature } from "../Feature.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { statisticsLimits } from "./http/statisticsLimits.ts"
import { StatisticsHandlers } from "./http/StatisticsHandlers.ts"
import { Statistics } from "./Statistics.ts"
import { keywordRecords, statisticsAreKept, statisticsRows } from "./statisticsRecords.ts"

export const statistics = feature({
  handlers: [StatisticsHandlers],
  services: [Statistics.layer],
  jobs: [],
  limits: statisticsLimits,
  retention: {
    campaignStatistics: recordRetention(statisticsRows, statisticsAreKept),
    campaignKeywords: recordRetention(keywordRecords, statisticsAreKept)
  }
})
