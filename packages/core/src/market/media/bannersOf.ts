/** Where the banners of a media campaign are displayed, when, and for what bids. */
import { DateTime } from "effect"
import type { MediaCampaign, MediaItem } from "../../media/MediaCampaign.ts"
import { places } from "../displays/demand.ts"
import { hourOfDay } from "../marketTime.ts"
import type { Place, Placement } from "../displays/Placement.ts"

export interface Banner {
  readonly item: MediaItem
  readonly placement: Placement
  /** Between which times it is displayed, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

// our choice: what the numbers of places mean, for documents name none: 1 to 4 are those of the model, and others, or none, are
// where recommendations are.
const placeOf = ({ place = 0 }: MediaItem): Place => places[place - 1] ?? "recommendations"

/** Hours that end before they begin go on after midnight: our choice, for the documents do not say. */
const isShownIn = ({ show_hours: shown = [] }: MediaItem, hour: number): boolean => {
  const now = hourOfDay(hour)
  return (
    shown.length === 0 || shown.some(({ From, To }) => (From < To ? now >= From && now < To : now >= From || now < To))
  )
}

/** Who pays by days has the best position whatever it costs: our choice. Undefined: nothing is offered for its views. */
const bidOf = ({ type }: MediaCampaign, { cpm }: MediaItem): number | undefined => (type === 1 ? Infinity : cpm)

/**
 * Of a campaign as it runs in an hour. Statuses of banners are not asked for, because nothing changes them: our choice. Of banners
 * with the same id the first one counts.
 */
export const bannersOf = (campaign: MediaCampaign, hour: number): ReadonlyArray<Banner> => {
  const { items } = campaign
  return items
    .filter((item, index) => items.findIndex(({ id }) => id === item.id) === index && isShownIn(item, hour))
    .flatMap((item): ReadonlyArray<Banner> => {
      const bid = bidOf(campaign, item)
      if (bid === undefined) return []
      const { date_from: from, date_to: to, id, subject_id: subject = 0 } = item
      return [
        {
          item,
          // A banner is no product: numbers below 0 have a popularity and rates of their own, and no scenario is about them.
          placement: { product: -id, subject, place: placeOf(item), bid },
          from: from === undefined ? -Infinity : DateTime.toEpochMillis(from),
          to: to === undefined ? Infinity : DateTime.toEpochMillis(to)
        }
      ]
    })
}
