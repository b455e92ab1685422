/** What is read of media campaigns: as they are now, for what is due is not always written yet. */
import { Clock, Duration, Effect, Order } from "effect"
import type { Account } from "../access/Account.ts"
import { nextEnd } from "../campaigns/CampaignIntervals.ts"
import { offsetPage, type OffsetRequest } from "../pagination/OffsetPage.ts"
import * as Lookup from "../records/Lookup.ts"
import { mostAnswerRows } from "../statistics/mostAnswerRows.ts"
import type { Days } from "../statistics/StatisticsSource.ts"
import type { MediaStatus, MediaType } from "./MediaCampaign.ts"
import { mediaProgressed } from "./mediaProgress.ts"
import { type ListedMediaCampaign, mediaCampaigns, mediaListedAt, mediaStatisticsRows } from "./mediaRecords.ts"
import type { MediaRequirements } from "./mediaWrites.ts"

/** Both undefined: all. */
interface MediaFilter {
  readonly type?: MediaType | undefined
  readonly status?: MediaStatus | undefined
}

export interface MediaPage extends MediaFilter, OffsetRequest {
  readonly order: "create" | "id"
  readonly direction: "asc" | "desc"
}

// our choice: what is counted and sorted before a page is cut out of it.
const mostListed = 1_000_000

const isMatching =
  ({ status, type }: MediaFilter) =>
  (campaign: ListedMediaCampaign): boolean =>
    (status === undefined || campaign.status === status) && (type === undefined || campaign.type === type)

export const reading = ({ records }: MediaRequirements) => {
  const list = Effect.fnUntraced(function* (account: Account) {
    const now = yield* Clock.currentTimeMillis
    const { due, places } = yield* records.findAll(account, {
      places: Lookup.places(mediaCampaigns, { index: "byTypeAndStatus", limit: mostListed }),
      // A little more than what is due, so that storages which remember what they found are asked the same again.
      due: Lookup.range(mediaCampaigns, {
        index: "byNextChange",
        through: [nextEnd(now, Duration.seconds(1))],
        limit: mostListed
      })
    })
    const current = new Map(due.map((campaign) => [campaign.advertId, mediaProgressed(campaign, now).campaign]))
    return places.map(mediaListedAt).map((one) => ({ ...one, status: current.get(one.advertId)?.status ?? one.status }))
  })

  const findAll = Effect.fnUntraced(function* (account: Account, ids: ReadonlyArray<number>) {
    const now = yield* Clock.currentTimeMillis
    const keys = ids.map((id) => [id])
    const found = yield* records.find(account, Lookup.many(mediaCampaigns, keys))
    return new Map(found.map((campaign) => [campaign.advertId, mediaProgressed(campaign, now).campaign]))
  })

  return {
    list: Effect.fn("MediaCampaigns.list")((account: Account) => list(account)),
    page: Effect.fn("MediaCampaigns.page")(function* (account: Account, page: MediaPage) {
      const { direction, order } = page
      const ascending = Order.mapInput(
        Order.Tuple([Order.Number, Order.Number]),
        ({ advertId, createdAt }: ListedMediaCampaign) => [order === "id" ? advertId : createdAt, advertId] as const
      )
      const matching = (yield* list(account)).filter(isMatching(page))
      const ordered = matching.toSorted(direction === "asc" ? ascending : Order.flip(ascending))
      const ids = offsetPage(page, ordered).map(({ advertId }) => advertId)
      const found = yield* findAll(account, ids)
      return ids.flatMap((id) => found.get(id) ?? [])
    }),
    find: Effect.fn("MediaCampaigns.find")((account: Account, ids: ReadonlyArray<number>) => findAll(account, ids)),
    rows: Effect.fn("MediaCampaigns.rows")((account: Account, advertId: number, days?: Days) =>
      records.find(
        account,
        Lookup.range(mediaStatisticsRows, {
          within: [advertId],
          from: days && [advertId, days.from],
          through: days && [advertId, days.to],
          // One more, so that it shows when there are too many.
          limit: mostAnswerRows + 1
        })
      )
    )
  }
}
