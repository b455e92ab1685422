/** The operator's operations on media campaigns, as calls of the service. */
import { Clock, Effect, Result } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import type { RecordedRows } from "../../statistics/Recorded.ts"
import { recordLines, rowOf, valueOf } from "../../operator/recordLines.ts"
import { mediaCampaignOf } from "../MediaCampaignInput.ts"
import { MediaCampaigns } from "../MediaCampaigns.ts"
import type { MediaCampaignNotFound } from "../MediaErrors.ts"
import { MediaStatisticsRow } from "../MediaStatisticsRow.ts"
import type { OperatorMediaApi } from "./OperatorMediaApi.ts"

const mediaRow = rowOf(MediaStatisticsRow)

type MediaAsked<Name extends "put" | "record"> = Asked<typeof OperatorMediaApi, Name>

export const mediaOperations = Effect.map(MediaCampaigns, (campaigns) => ({
  put: Effect.fnUntraced(function* ({
    params: { advertId, sellerId },
    payload,
    query: { sandbox = false }
  }: MediaAsked<"put">) {
    const campaign = mediaCampaignOf(advertId, payload, yield* Clock.currentTimeMillis)
    yield* campaigns.put({ sellerId, sandbox }, campaign)
  }),
  record: ({ params: { sellerId }, payload, query: { sandbox = false } }: MediaAsked<"record">) =>
    recordLines(payload, {
      read: (text) => Result.flatMap(valueOf(text), mediaRow),
      advertIdOf: ({ advertId }) => advertId,
      write: (advertId, rows) =>
        campaigns.record({ sellerId, sandbox }, advertId, rows).pipe(
          Effect.map((recorded): Result.Result<RecordedRows<MediaStatisticsRow>, MediaCampaignNotFound> =>
            Result.succeed(recorded)
          ),
          Effect.catchTag("MediaCampaignNotFound", (error) => Effect.succeed(Result.fail(error)))
        )
    })
}))
