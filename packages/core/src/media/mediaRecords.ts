/** Media campaigns and their statistics as they are kept. */
import { DateTime, Duration } from "effect"
import { collection } from "../records/Collection.ts"
import { startOfDay } from "../time/MoscowTime.ts"
import { MediaCampaign, type MediaStatus, type MediaType } from "./MediaCampaign.ts"
import { mediaDueAt } from "./mediaProgress.ts"
import { MediaStatisticsRow } from "./MediaStatisticsRow.ts"

/** What lists are made by. */
const placeInLists = ({ advertId, createdAt, status, type }: MediaCampaign) =>
  [type, status, createdAt, advertId] as const

export interface ListedMediaCampaign {
  readonly advertId: number
  readonly type: MediaType
  readonly status: MediaStatus
  readonly createdAt: number
}

/** Of the index `byTypeAndStatus`. */
export const mediaListedAt = (place: ReadonlyArray<number>): ListedMediaCampaign => {
  // The index puts them there.
  const [type, status, createdAt, advertId] = place as unknown as ReturnType<typeof placeInLists>
  return { advertId, type, status, createdAt }
}

export const mediaCampaigns = collection("mediaCampaign", {
  schema: MediaCampaign,
  key: ({ advertId }) => [advertId],
  indexes: {
    byTypeAndStatus: placeInLists,
    /** What is due may be in another status than it is listed. */
    byNextChange: (campaign) => {
      const time = mediaDueAt(campaign)
      return time === undefined ? undefined : [time]
    }
  },
  due: (campaign) => {
    const time = mediaDueAt(campaign)
    return time === undefined ? undefined : DateTime.makeUnsafe(time)
  }
})

// our choice: as long as the statistics of other campaigns.
export const mediaStatisticsAreKept = Duration.days(731)

export const mediaStatisticsRows = collection("mediaStatistics", {
  schema: MediaStatisticsRow,
  key: ({ advertId, appType, date, itemId }) => [advertId, date, itemId, appType],
  indexes: {},
  since: ({ date }) => DateTime.makeUnsafe(startOfDay(date))
})
