/** Statistics of phrases as answers show them (contract, Nested shapes: clusters, stat/words, keyword stats). */
import { Array, Order } from "effect"
import { daysBetween, endOfDay, moscowTime, startOfDay } from "../time/MoscowTime.ts"
import { clickCost, clickRate } from "./campaignTotals.ts"
import type { KeywordStatistics } from "./StatisticsSource.ts"

interface Phrase {
  readonly keyword: string
  readonly views: number
  readonly clicks: number
  readonly sum: number
}

/** The most viewed first. */
const byViews = Order.mapInput(Order.Number, ({ views }: Phrase) => -views)

const summed = (keyword: string, rows: ReadonlyArray<Phrase>): Phrase => ({
  keyword,
  views: rows.reduce((sum, row) => sum + row.views, 0),
  clicks: rows.reduce((sum, row) => sum + row.clicks, 0),
  sum: Math.round(rows.reduce((sum, row) => sum + row.sum, 0) * 100) / 100
})

/** Each phrase with all of its days. */
const phrasesOf = (rows: ReadonlyArray<KeywordStatistics>): ReadonlyArray<Phrase> =>
  Object.entries(Array.groupBy(rows, ({ keyword }) => ` ${keyword}`))
    .map(([, own]) => summed(own[0].keyword, own))
    .toSorted(byViews)

/** The same words in any order are one cluster: our choice, for the documents do not say what makes one. */
const clusterOf = ({ keyword }: Phrase): string =>
  keyword
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "")
    .toSorted()
    .join(" ")

/** Only phrases with at least one display (Promotion operations, Automatic campaign clusters). */
export const clustersOf = (rows: ReadonlyArray<KeywordStatistics>) => {
  const displayed = phrasesOf(rows).filter(({ views }) => views > 0)
  return Object.values(Array.groupBy(displayed, (phrase) => ` ${clusterOf(phrase)}`))
    .map((own) => ({
      cluster: own[0].keyword,
      count: own.reduce((sum, { views }) => sum + views, 0),
      keywords: own.map(({ keyword }) => keyword)
    }))
    .toSorted(Order.mapInput(Order.Number, ({ count }) => -count))
}

/** Promotion operations, Key phrase statistics. */
const mostPhrases = 60

/** Contract, Nested shapes, stat/words. */
const totalName = "Всего по кампании"

/** The total of the campaign, and then the phrases with most views. */
export const keyPhrasesOf = (
  { advertId, name }: { readonly advertId: number; readonly name: string },
  rows: ReadonlyArray<KeywordStatistics>,
  now: number
) => {
  const days = rows.map(({ date }) => date).toSorted()
  const [first = undefined, last = first] = [days.at(0), days.at(-1)]
  // The clock that their days are from may be a day ahead.
  const begin = first === undefined ? now : Math.min(startOfDay(first), now)
  const end = last === undefined ? now : Math.min(endOfDay(last), now)
  const row = ({ clicks, keyword, sum, views }: Phrase) => ({
    advertId,
    keyword,
    advertName: "",
    campaignName: name,
    begin: moscowTime(begin),
    end: moscowTime(end),
    views,
    clicks,
    // Displays for each person. Nobody tells how many people there were: each display counts as one.
    frq: Math.min(views, 1),
    ctr: clickRate(clicks, views),
    cpc: clickCost(sum, clicks),
    duration: Math.round((end - begin) / 1000),
    sum
  })
  const most = phrasesOf(rows).slice(0, mostPhrases)
  return {
    keywords: most.map(({ keyword, views }) => ({ keyword, count: views })),
    stat: [summed(totalName, rows), ...most].map(row)
  }
}

/** Each day that has phrases, and of each the most viewed first. */
export const keywordDaysOf = (rows: ReadonlyArray<KeywordStatistics>) =>
  Object.values(Array.groupBy(rows, ({ date }) => ` ${date}`)).map((own) => ({
    date: own[0].date,
    stats: own
      .toSorted(byViews)
      .map(({ clicks, keyword, sum, views }) => ({ keyword, views, clicks, ctr: clickRate(clicks, views), sum }))
  }))

/** How many days there are, both included; none or less where the end comes first. */
export const dayCount = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  daysBetween(from, to) + 1
