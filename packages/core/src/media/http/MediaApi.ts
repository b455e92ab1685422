/** Operations on media campaigns (Seller Statistics Reports, Media campaign operations): each is declared here, once. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { CampaignId } from "../../campaigns/Campaign.ts"
import { BidSize } from "../../campaigns/BidSize.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { refusing } from "../../http/refusals/InputRefusals.ts"
import { asError, asJsonText, asText } from "../../http/refusals/Refused.ts"
import { asStatusProblem, declaredStatus } from "../../http/refusals/StatusProblem.ts"
import { Day } from "../../time/MoscowTime.ts"
import { offsetQuery } from "../../pagination/OffsetPage.ts"
import { pageLimits } from "../../pagination/TimePage.ts"
import { mayBeLeftOut } from "../../validation/mayBeLeftOut.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { MediaReason, MediaStatus, MediaType } from "../MediaCampaign.ts"
import { mediaLimits } from "./mediaLimits.ts"
import { refusals } from "./mediaRefusals.ts"
import { MediaInterval, MediaStatisticsView } from "./mediaStatisticsView.ts"
import { ListedMediaView, MediaCounts, MediaView } from "./mediaView.ts"

/** An answer without a body. */
const Done = HttpApiSchema.Empty(200)

const ActionInput = Schema.Struct({
  advert_id: CampaignId,
  /** For people. */
  reason: mayBeLeftOut(MediaReason)
}).annotate({ identifier: "MediaActionInput" })

/** Clients send a number as a text, or as a number (contract, Must-do list, 7). */
const Cpm = Schema.Union([
  BidSize,
  Schema.String.check(Schema.isPattern(/^-?[0-9]{1,9}$/, { message: "Expected a whole number of roubles" }))
])

const BidInput = Schema.Struct({ advert_id: CampaignId, item_id: NumericId, cpm: Cpm }).annotate({
  identifier: "MediaBidInput"
})

/** Days or an interval, but not both; with neither all days. */
const StatisticsRequest = Schema.Struct({
  id: CampaignId,
  // our choice: a hundred items may have so many each, and a body not more values. Longer periods have the interval.
  dates: mayBeLeftOut(Schema.Array(Day).check(Schema.isMaxLength(90))),
  interval: mayBeLeftOut(MediaInterval)
})
  .check(
    Schema.makeFilter(
      ({ dates = [], interval }: { readonly dates?: ReadonlyArray<string>; readonly interval?: unknown }) =>
        dates.length === 0 || interval === undefined || "Expected dates or an interval, but not both"
    )
  )
  .annotate({ identifier: "MediaStatisticsRequest" })

/** Media campaign operations, Media campaign statistics. */
const mostAsked = 100

const asked = (summary: string, description: string) =>
  operation({ summary, description, access: accessRules.promotionReads, limit: mediaLimits.mediaReads })

const changing = (summary: string, description: string) =>
  operation({ summary, description, access: accessRules.promotionChanges, limit: mediaLimits.mediaChanges })

const refusedInput = refusing({ body: asJsonText, otherwise: refusals.body })

const refused = [asJsonText.withStatus(400), asJsonText.withStatus(422)] as const

export class MediaApi extends HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("count", "/adv/v1/count", { success: MediaCounts }).annotateMerge(
      asked("Get media campaigns", "How many there are, and the largest group of one type and status.")
    ),
    HttpApiEndpoint.get("list", "/adv/v1/adverts", {
      query: {
        status: Schema.optionalKey(MediaStatus),
        type: Schema.optionalKey(MediaType),
        // Pagination conventions, Offset: 30 to 1000 at most; our choice is the most.
        ...offsetQuery(pageLimits),
        order: Schema.optionalKey(Schema.Literals(["create", "id"])),
        direction: Schema.optionalKey(Schema.Literals(["desc", "asc"]))
      },
      success: [Schema.Array(ListedMediaView), HttpApiSchema.NoContent],
      error: asText.withStatus(400)
    })
      .annotateMerge(
        asked("List media campaigns", "The newest first, unless asked for otherwise. 204 when there are none.")
      )
      .annotateMerge(refusing({ body: asText, otherwise: refusals.parameters })),
    HttpApiEndpoint.get("information", "/adv/v1/advert", {
      query: { id: CampaignId },
      success: [MediaView, HttpApiSchema.NoContent],
      error: asText.withStatus(400)
    })
      .annotateMerge(asked("Media campaign information", "The campaign with its banners. 204 when there is none."))
      .annotateMerge(refusing({ body: asText, otherwise: refusals.id })),
    HttpApiEndpoint.post("stop", "/adv/v1/advert/stop", { payload: ActionInput, success: Done, error: refused })
      .annotateMerge(
        changing("Stop media campaign", "Ends the campaign, unless it is a draft in moderation or is over.")
      )
      .annotateMerge(refusedInput),
    HttpApiEndpoint.post("pause", "/adv/v1/advert/pause", {
      payload: ActionInput,
      success: Done,
      error: declaredStatus.Refused
    })
      .annotateMerge(changing("Pause media campaign", "From 4, 5, 6, 10 and 11; at most 10 times a day in Moscow."))
      .annotateMerge(refusing({ body: asStatusProblem, otherwise: refusals.body })),
    HttpApiEndpoint.post("launch", "/adv/v1/advert/start", { payload: ActionInput, success: Done, error: refused })
      .annotateMerge(
        changing(
          "Launch media campaign",
          "From 9 and 11. It is in 4 for some minutes, and then in the status that its dates, budget and daily limits lead to."
        )
      )
      .annotateMerge(refusedInput),
    HttpApiEndpoint.post("statistics", "/adv/v1/stats", {
      payload: Schema.Array(StatisticsRequest).check(Schema.isMinLength(1), Schema.isMaxLength(mostAsked)),
      success: Schema.Array(MediaStatisticsView),
      error: asError.withStatus(400)
    })
      .annotateMerge(
        asked(
          "Media campaign statistics",
          "Of banners: by days and platforms. Each answer has the interval, the days or neither, as it was asked for."
        )
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.statistics })),
    HttpApiEndpoint.post("bid", "/adv/v1/item/cpm/change", { payload: BidInput, success: Done, error: refused })
      .annotateMerge(changing("Change banner bid", "Of campaigns that are paid by views, in 4, 5, 6, 9, 10 and 11."))
      .annotateMerge(refusedInput)
  )
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(
    OpenApi.annotations({ title: "Media campaigns", description: "Stop, pause, launch and follow banners." })
  ) {}
