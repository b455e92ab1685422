/** The operator's operations on media campaigns, as calls of the service. */
import { Clock, DateTime, Effect, Result } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import { recordLines, rowOf, valueOf } from "../../operator/recordLines.ts"
import type { MediaCampaign } from "../MediaCampaign.ts"
import { MediaCampaigns } from "../MediaCampaigns.ts"
import type { MediaCampaignNotFound } from "../MediaErrors.ts"
import type { RecordedMedia } from "../mediaRecording.ts"
import { MediaStatisticsRow } from "../MediaStatisticsRow.ts"
import type { MediaCampaignInput, OperatorMediaApi } from "./OperatorMediaApi.ts"

const at = (time: DateTime.Utc | undefined) => (time === undefined ? undefined : DateTime.toEpochMillis(time))

/** What is not said is as it would be for a campaign that was created now. */
const campaignOf = (advertId: number, input: MediaCampaignInput, now: number): MediaCampaign => {
  const { brand, extended = {}, items = [], name, status, type } = input
  const { budget = 0, contract_id: contractId = 0, expenses = 0, operation = 1, price = 0, reason } = extended
  const [ended, from, to] = [at(input.endTime), at(extended.from), at(extended.to)]
  return {
    advertId,
    name,
    brand,
    type,
    status,
    createdAt: at(input.createTime) ?? now,
    changedAt: at(extended.updated_at) ?? now,
    ...(ended !== undefined && { endedAt: ended }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(typeof reason === "string" && { reason }),
    budget,
    expenses,
    spent: 0,
    charged: 0,
    price,
    operation,
    contractId,
    items
  }
}

const mediaRow = rowOf(MediaStatisticsRow)

type MediaAsked<Name extends "put" | "record"> = Asked<typeof OperatorMediaApi, Name>

export const mediaOperations = Effect.map(MediaCampaigns, (campaigns) => ({
  put: Effect.fnUntraced(function* ({
    params: { advertId, sellerId },
    payload,
    query: { sandbox = false }
  }: MediaAsked<"put">) {
    const campaign = campaignOf(advertId, payload, yield* Clock.currentTimeMillis)
    yield* campaigns.put({ sellerId, sandbox }, campaign)
  }),
  record: ({ params: { sellerId }, payload, query: { sandbox = false } }: MediaAsked<"record">) =>
    recordLines(payload, {
      read: (text) => Result.flatMap(valueOf(text), mediaRow),
      advertIdOf: ({ advertId }) => advertId,
      write: (advertId, rows) =>
        campaigns.record({ sellerId, sandbox }, advertId, rows).pipe(
          Effect.map((recorded): Result.Result<RecordedMedia, MediaCampaignNotFound> => Result.succeed(recorded)),
          Effect.catchTag("MediaCampaignNotFound", (error) => Effect.succeed(Result.fail(error)))
        )
    })
}))
