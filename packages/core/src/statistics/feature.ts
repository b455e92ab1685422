/** Statistics of campaigns: what the marketplace's own side tells, and sellers read. */
import { Duration } from "effect"
import { feature } from "../Feature.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { statisticsLimits } from "./http/statisticsLimits.ts"
import { StatisticsHandlers } from "./http/StatisticsHandlers.ts"
import { Statistics } from "./Statistics.ts"
import { keywordRecords, statisticsRows } from "./statisticsRecords.ts"

export const statistics = feature({
  handlers: [StatisticsHandlers],
  services: [Statistics.layer],
  jobs: [],
  limits: statisticsLimits,
  // our choice: the documents do not say how long statistics are kept. Two years, so that a season can be compared with the last.
  retention: {
    campaignStatistics: recordRetention(statisticsRows, Duration.days(731)),
    campaignKeywords: recordRetention(keywordRecords, Duration.days(731))
  }
})
