/**
 * What the banners of a running media campaign get in a part of an hour, as a pure function: each until it has spent what it may on
 * the day, and all of them until nothing is left of the budget, to the millisecond. So it does not depend on how often anybody looks.
 */
import type { MediaCampaign, MediaItem } from "../../media/MediaCampaign.ts"
import { concerns, type Course } from "../scenario/course.ts"
import { type Counts, type Display, displaying, minus, type Model } from "../displays/displaying.ts"
import { firstTime } from "../displays/firstTime.ts"
import { hourOf, startOfHour } from "../marketTime.ts"
import { costOf } from "../displays/pricing.ts"
import { type Banner, bannersOf } from "./bannersOf.ts"

/** The market that campaigns meet. */
export interface MediaSurroundings {
  readonly model: Model
  readonly course: Course
}

/** Times are milliseconds since 1970. */
interface Part {
  readonly from: number
  /** In the same hour, or its end. */
  readonly until: number
}

/** What a banner got, and what that costs in hundredths of a rouble. */
interface PaidBanner {
  readonly banner: Banner
  readonly counts: Counts
  readonly cost: number
}

export interface BannerRun {
  readonly paid: ReadonlyArray<PaidBanner>
  /** When the budget is spent, or when all banners have spent what they may; otherwise when the part ends. */
  readonly until: number
}

/** In hundredths of a rouble, on the day. */
export type SpentOf = (itemId: number) => number

/** What a banner may still spend on the day, in hundredths of a rouble. */
const leftOf = ({ daily_limit: limit = 0, id }: MediaItem, spentOf: SpentOf): number =>
  limit === 0 ? Infinity : Math.max(0, limit * 100 - spentOf(id))

interface Running {
  readonly banner: Banner
  /** By a time of the part: since it began. */
  readonly countsBy: (time: number) => Counts
  /** In hundredths of a rouble. */
  readonly costBy: (time: number) => number
  /** When it has spent what it may on the day; undefined: not in this part. */
  readonly limitedAt: number | undefined
}

const running = (
  { type }: MediaCampaign,
  banner: Banner,
  { by }: Display,
  { from, until }: Part,
  left: number
): Running => {
  const { from: shownFrom, placement, to: shownTo } = banner
  const shown = (time: number): Counts => by(Math.min(Math.max(time, shownFrom, from), Math.max(shownTo, from)))
  const before = shown(from)
  const price = (counts: Counts): number => (type === 1 ? 0 : costOf("cpm", placement.bid, counts))
  const unlimited = (time: number): number => price(shown(time)) - price(before)
  const limitedAt = left <= 0 ? from : firstTime(from, until, (time) => unlimited(time) >= left)
  const ends = limitedAt ?? until
  return {
    banner,
    limitedAt,
    countsBy: (time) => minus(shown(Math.min(time, ends)), before),
    costBy: (time) => Math.min(left, unlimited(Math.min(time, ends)))
  }
}

/** When all banners have spent what they may; undefined: not in this part. */
const allLimitedAt = (
  { items }: MediaCampaign,
  all: ReadonlyArray<Running>,
  { from }: Part,
  spentOf: SpentOf
): number | undefined => {
  const times = items.map((item) => {
    const found = all.find((one) => one.banner.item === item)
    if (found !== undefined) return found.limitedAt ?? Infinity
    return leftOf(item, spentOf) === 0 ? from : Infinity
  })
  const last = Math.max(...times, from)
  return items.length > 0 && last < Infinity ? last : undefined
}

const costOfAll = (all: ReadonlyArray<Running>, time: number): number =>
  all.reduce((sum, { costBy }) => sum + costBy(time), 0)

/** By a time of the part. What the last millisecond costs too much is not charged. */
const paidBy = (
  all: ReadonlyArray<Running>,
  { from }: Part,
  until: number,
  most: number
): ReadonlyArray<PaidBanner> => {
  let excess = Math.max(0, costOfAll(all, until) - most)
  return all.map(({ banner, costBy, countsBy }) => {
    const cost = costBy(until)
    const less = Math.min(excess, cost - costBy(Math.max(from, until - 1)))
    excess -= less
    return { banner, counts: countsBy(until), cost: cost - less }
  })
}

// our choice: more than any banner has buyers. A campaign that cannot spend its budget with so many does not spend it.
const [fewestMore, mostMore] = [1, 2 ** 24] as const

/** `most`: what may be spent, in hundredths of a rouble. The campaign has not reached it, nor all limits, when the part begins. */
export const bannerRun = (
  campaign: MediaCampaign,
  part: Part,
  most: number,
  spentOf: SpentOf,
  { course, model }: MediaSurroundings
): BannerRun => {
  const { from, until } = part
  const hour = hourOf(from)
  const since = Math.max(startOfHour(hour), campaign.changedAt)
  const banners = bannersOf(campaign, hour)
  const runWith = (more: number) => {
    const all = banners.map((banner) => {
      const circumstances = course.during(banner.placement, hour)
      const display = displaying(model, banner.placement, since, {
        ...circumstances,
        displays: circumstances.displays * more
      })
      return running(campaign, banner, display, part, campaign.type === 1 ? Infinity : leftOf(banner.item, spentOf))
    })
    const exhaustedAt = firstTime(from, until, (time) => costOfAll(all, time) >= most)
    const limitedAt = campaign.type === 1 ? undefined : allLimitedAt(campaign, all, part, spentOf)
    return { all, endsAt: Math.min(exhaustedAt ?? Infinity, limitedAt ?? Infinity) }
  }
  const isRush =
    campaign.type === 2 &&
    course.at(until).some((one) => one.happens === "budgetExhausted" && concerns(one, campaign.name))
  for (let more: number = fewestMore; ; more *= 2) {
    const { all, endsAt } = runWith(more)
    if (isRush && endsAt === Infinity && more < mostMore) continue
    const end = Math.min(endsAt, until)
    return { paid: paidBy(all, part, end, most), until: end }
  }
}
