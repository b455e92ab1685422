/** The operator's operation on statistics, as calls of the service: those of one campaign together. */
import { Effect, Result } from "effect"
import type { CampaignNotFound } from "../../campaigns/CampaignErrors.ts"
import type { Asked } from "../../operator/Asked.ts"
import { recordLines } from "../../operator/recordLines.ts"
import { type RecordedRows, together } from "../Recorded.ts"
import { Statistics } from "../Statistics.ts"
import type { KeywordRow, StatisticsRow } from "../StatisticsRow.ts"
import type { OperatorStatisticsApi } from "./OperatorStatisticsApi.ts"
import { isKeyword, isProduct, readLine } from "./statisticsLine.ts"

export const statisticsOperations = Effect.map(Statistics, (statistics) => ({
  record: ({
    params: { sellerId },
    payload,
    query: { sandbox = false }
  }: Asked<typeof OperatorStatisticsApi, "record">) => {
    const account = { sellerId, sandbox }
    return recordLines(payload, {
      read: readLine,
      advertIdOf: ({ advertId }) => advertId,
      write: (advertId, rows) =>
        Effect.zipWith(
          statistics.record(account, advertId, rows.filter(isProduct)),
          statistics.recordKeywords(account, advertId, rows.filter(isKeyword)),
          (ofProducts, ofKeywords): Result.Result<RecordedRows<KeywordRow | StatisticsRow>, CampaignNotFound> =>
            Result.succeed(together<KeywordRow | StatisticsRow>([ofProducts, ofKeywords]))
        ).pipe(Effect.catchTag("CampaignNotFound", (error) => Effect.succeed(Result.fail(error))))
    })
  }
}))
