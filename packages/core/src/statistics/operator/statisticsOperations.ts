/** The operator's operation on statistics, as calls of the service: those of one campaign together. */
import { Effect, Result } from "effect"
import type { CampaignNotFound } from "../../campaigns/CampaignErrors.ts"
import type { Asked } from "../../operator/Asked.ts"
import { recordLines } from "../../operator/recordLines.ts"
import { type Recorded, Statistics } from "../Statistics.ts"
import type { OperatorStatisticsApi } from "./OperatorStatisticsApi.ts"
import { readLine } from "./statisticsLine.ts"

export const statisticsOperations = Effect.map(Statistics, (statistics) => ({
  record: ({
    params: { sellerId },
    payload,
    query: { sandbox = false }
  }: Asked<typeof OperatorStatisticsApi, "record">) => {
    const account = { sellerId, sandbox }
    return recordLines(payload, {
      read: readLine,
      advertIdOf: ({ row }) => row.advertId,
      write: (advertId, lines) => {
        const products = lines.flatMap((line) => (line.of === "product" ? [line.row] : []))
        const keywords = lines.flatMap((line) => (line.of === "keyword" ? [line.row] : []))
        return Effect.zipWith(
          statistics.record(account, advertId, products),
          statistics.recordKeywords(account, advertId, keywords),
          (one, other): Result.Result<Recorded, CampaignNotFound> =>
            Result.succeed({ accepted: one.accepted + other.accepted, changed: one.changed + other.changed })
        ).pipe(Effect.catchTag("CampaignNotFound", (error) => Effect.succeed(Result.fail(error))))
      }
    })
  }
}))
