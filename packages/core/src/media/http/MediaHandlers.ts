/** Each operation on media campaigns as one call of the service. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { AnswerLanguage } from "../../http/refusals/Language.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { toOffsetRequest } from "../../pagination/OffsetPage.ts"
import { pageLimits } from "../../pagination/TimePage.ts"
import { type Answered, answerEach } from "../../statistics/http/answerEach.ts"
import { MediaCampaigns } from "../MediaCampaigns.ts"
import type { MediaAction } from "../mediaTransitions.ts"
import { MediaApi } from "./MediaApi.ts"
import { missing } from "./mediaRefusals.ts"
import { mediaStatistics, type MediaStatisticsView } from "./mediaStatisticsView.ts"
import { listedMediaView, mediaCounts, mediaView } from "./mediaView.ts"
import { orMediaBidRefused, orMediaStatusRefused, orPauseRefused } from "./orMediaRefused.ts"

interface ActionRequest {
  readonly payload: { readonly advert_id: number; readonly reason?: string }
}

interface StatisticsRequest {
  readonly id: number
  readonly dates?: ReadonlyArray<string>
  readonly interval?: { readonly begin: string; readonly end: string }
}

/** The days from the first to the last that are asked for; undefined: all. */
const daysOf = ({ dates = [], interval }: StatisticsRequest) => {
  if (interval !== undefined) return { from: interval.begin, to: interval.end }
  const ordered = dates.toSorted()
  return ordered.length === 0 ? undefined : { from: ordered[0]!, to: ordered.at(-1)! }
}

export const MediaHandlers = HttpApiBuilder.group(
  sellerApi(MediaApi),
  "media",
  Effect.fn(function* (handlers) {
    const campaigns = yield* MediaCampaigns
    const language = yield* AnswerLanguage

    const act = (action: MediaAction, { payload: { advert_id: id, reason } }: ActionRequest) =>
      CurrentCaller.use(({ owner }) => campaigns.act(owner, id, action, reason))

    return handlers.handleAll({
      count: () => Effect.orDie(CurrentCaller.use(({ owner }) => Effect.map(campaigns.list(owner), mediaCounts))),
      list: Effect.fnUntraced(function* ({ query }) {
        const { owner } = yield* CurrentCaller
        const { direction = "desc", order = "create", status, type } = query
        const page = { direction, order, status, type, ...toOffsetRequest(query, pageLimits) }
        const found = yield* Effect.orDie(campaigns.page(owner, page))
        return found.length === 0 ? undefined : found.map(listedMediaView)
      }),
      information: Effect.fnUntraced(function* ({ query: { id } }) {
        const { owner } = yield* CurrentCaller
        const found = (yield* Effect.orDie(campaigns.find(owner, [id]))).get(id)
        return found === undefined ? undefined : mediaView(found)
      }),
      stop: (request) => orMediaStatusRefused(act("stop", request)),
      pause: (request) => orPauseRefused(act("pause", request)),
      launch: (request) => orMediaStatusRefused(act("launch", request)),
      statistics: Effect.fnUntraced(function* ({ payload }) {
        const { owner } = yield* CurrentCaller
        const ids = payload.map(({ id }) => id)
        const found = yield* Effect.orDie(campaigns.find(owner, ids))
        return yield* answerEach(
          payload,
          Effect.fnUntraced(function* ({
            dates,
            id,
            interval
          }): Effect.fn.Return<Answered<typeof MediaStatisticsView.Type>> {
            const campaign = found.get(id)
            // Contract, Media campaign statistics, Note.
            if (campaign === undefined) return { answer: { advert_id: id, error: missing[language] }, rowCount: 0 }
            const of = { id, ...(dates && { dates }), ...(interval && { interval }) }
            const rows = yield* Effect.orDie(campaigns.rows(owner, id, daysOf(of)))
            const only = new Set(dates)
            const shown = only.size === 0 ? rows : rows.filter(({ date }) => only.has(date))
            const answer = {
              ...(interval && { interval }),
              ...(dates?.length ? { dates } : {}),
              stats: mediaStatistics(campaign, shown)
            }
            return { answer, rowCount: rows.length }
          })
        )
      }),
      bid: ({ payload: { advert_id: id, cpm, item_id: itemId } }) =>
        orMediaBidRefused(CurrentCaller.use(({ owner }) => campaigns.bid(owner, id, { itemId, cpm: Number(cpm) })))
    })
  })
)
