/** What came of a campaign on each day of a period. */
import { type CampaignStatus, type Days, MoscowTime } from "@sellerkit/core"

export interface Figures {
  readonly views: number
  readonly clicks: number
  /** What was spent, in roubles. */
  readonly sum: number
}

export interface DayFigures extends Figures {
  /** A day in Moscow, such as `2026-01-15`. */
  readonly date: string
}

/** With the figures of all days together. */
export interface CampaignDays extends Days, Figures {
  readonly advertId: number
  readonly name: string
  readonly status: CampaignStatus
  /** Every day of the period, also one on which nothing came of it. */
  readonly days: ReadonlyArray<DayFigures>
}

export const isEmpty = ({ clicks, sum, views }: Figures): boolean => views === 0 && clicks === 0 && sum === 0

const figures = ({ clicks, sum, views }: Figures): Figures => ({ views, clicks, sum })

/** Every day of the period, from days of which some may be missing and whose dates may have a time behind them. */
export const everyDay = ({ from, to }: Days, told: ReadonlyArray<DayFigures>): ReadonlyArray<DayFigures> => {
  const known = new Map(told.map((day) => [day.date.slice(0, from.length), day]))
  return Array.from({ length: MoscowTime.daysBetween(from, to) + 1 }, (_, index) => {
    const date = MoscowTime.dayBefore(from, -index)
    return { date, ...figures(known.get(date) ?? { views: 0, clicks: 0, sum: 0 }) }
  })
}
