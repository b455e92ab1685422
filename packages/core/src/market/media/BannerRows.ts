/** Rows of a media campaign's statistics that grow by what its banners got, and what they say that a banner has spent. */
import { hundredths } from "../../funds/Money.ts"
import type { MediaStatisticsRow } from "../../media/MediaStatisticsRow.ts"
import { AppType } from "../../statistics/StatisticsRow.ts"
import type { Counts } from "../displays/displaying.ts"

export type BannerRowKey = Pick<MediaStatisticsRow, "advertId" | "appType" | "date" | "itemId">

const keyText = ({ advertId, appType, date, itemId }: BannerRowKey): string =>
  `${advertId} ${date} ${itemId} ${appType}`

/** All rows that banners can have on days. */
export const bannerRowKeys = (
  advertId: number,
  items: ReadonlyArray<number>,
  days: ReadonlyArray<string>
): ReadonlyArray<BannerRowKey> =>
  days.flatMap((date) =>
    items.flatMap((itemId) => AppType.literals.map((appType) => ({ advertId, date, itemId, appType })))
  )

const empty = (key: BannerRowKey): MediaStatisticsRow => ({ ...key, views: 0, clicks: 0, atbs: 0, orders: 0, sum: 0 })

export class BannerRows {
  private readonly known: Map<string, MediaStatisticsRow>
  private readonly changed = new Set<string>()

  constructor(known: ReadonlyArray<MediaStatisticsRow>) {
    this.known = new Map(known.map((row) => [keyText(row), row]))
  }

  /** `cost`: in hundredths of a rouble. */
  grow({ advertId, appType, date, itemId }: BannerRowKey, counts: Counts, cost: number): void {
    const key = { advertId, appType, date, itemId }
    const text = keyText(key)
    const row = this.known.get(text) ?? empty(key)
    this.changed.add(text)
    this.known.set(text, {
      ...row,
      views: row.views + counts.views,
      clicks: row.clicks + counts.clicks,
      atbs: row.atbs + counts.baskets,
      orders: row.orders + counts.orders,
      sum: (hundredths(row.sum) + cost) / 100
    })
  }

  /** What a banner has spent on a day, in hundredths of a rouble. */
  spentOf(advertId: number, itemId: number, day: string): number {
    return bannerRowKeys(advertId, [itemId], [day]).reduce(
      (sum, key) => sum + hundredths(this.known.get(keyText(key))?.sum ?? 0),
      0
    )
  }

  /** Those that have grown. */
  get grown(): ReadonlyArray<MediaStatisticsRow> {
    return [...this.changed].map((text) => this.known.get(text)!)
  }
}
