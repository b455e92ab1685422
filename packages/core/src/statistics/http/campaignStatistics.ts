/** The answer of Campaign statistics (Seller Statistics Reports, Promotion operations). */
import { Clock, Effect } from "effect"
import type { Account } from "../../access/Account.ts"
import { type Campaign, type CampaignStatus, visible } from "../../campaigns/Campaign.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import { configured } from "../../configuration/Configuration.ts"
import { Configurations } from "../../configuration/Configurations.ts"
import { refused } from "../../http/refusals/orRefused.ts"
import { Products } from "../../products/Products.ts"
import { dayBefore, moscowDay } from "../../time/MoscowTime.ts"
import { daysOf, positionsOf, totalsOf } from "../campaignTotals.ts"
import { dayCount } from "../phraseTotals.ts"
import { Statistics } from "../Statistics.ts"
import { answerEach } from "./answerEach.ts"
import { refusals } from "./statisticsRefusals.ts"

/** Promotion operations, Campaign statistics: data for these statuses. */
const shownStatuses: ReadonlySet<CampaignStatus> = new Set([7, 9, 11])

interface Asked {
  readonly id: number
  readonly dates?: ReadonlyArray<string>
  readonly interval?: { readonly begin: string; readonly end: string }
}

/** The days that are asked for: all from the first to the last, or single ones. */
const daysAsked = ({ dates = [], interval }: Asked, now: number) => {
  if (interval !== undefined) return { from: interval.begin, to: interval.end, only: undefined }
  if (dates.length === 0) {
    // The last 24 hours touch two days: our choice is to show both.
    const today = moscowDay(now)
    return { from: dayBefore(today, 1), to: today, only: undefined }
  }
  const ordered = dates.toSorted()
  return { from: ordered[0]!, to: ordered.at(-1)!, only: new Set(dates) }
}

/** An interval begins before it ends, and is as long as the configuration allows at most. */
const checkInterval = (mostDays: number, { interval }: Asked) => {
  if (interval === undefined) return Effect.void
  const days = dayCount({ from: interval.begin, to: interval.end })
  if (days < 1) return refused(refusals.begin)
  return days > mostDays ? refused(refusals.end) : Effect.void
}

export const makeCampaignStatistics = Effect.gen(function* () {
  const statistics = yield* Statistics
  const campaigns = yield* Campaigns
  const products = yield* Products
  const { current } = yield* Configurations

  const statisticsOf = Effect.fnUntraced(function* (account: Account, asked: Asked, { type }: Campaign, now: number) {
    const { from, only, to } = daysAsked(asked, now)
    const found = yield* statistics.rows(account, asked.id, { from, to })
    const rows = only === undefined ? found : found.filter(({ date }) => only.has(date))
    const named = yield* products.named(account, [...new Set(rows.map(({ nmId }) => nmId))])
    const names = new Map(named.map(({ nm, title }) => [nm, title]))
    const answer = {
      ...totalsOf(rows),
      ...(asked.interval === undefined
        ? { dates: asked.dates?.length ? asked.dates : [from, to] }
        : { interval: asked.interval }),
      days: daysOf(rows, (nm) => names.get(nm) ?? ""),
      boosterStats: type === 8 ? positionsOf(rows) : [],
      advertId: asked.id
    }
    return { answer: [answer], rowCount: found.length }
  })

  /** Of those campaigns that the seller has, and that are or were shown, in the order in which they were asked for. */
  return Effect.fnUntraced(function* (account: Account, asked: ReadonlyArray<Asked>) {
    const mostDays = configured(yield* Effect.orDie(current), "api_fullstat_day_depth")
    yield* Effect.forEach(asked, (one) => checkInterval(mostDays, one))
    const ids = asked.map(({ id }) => id)
    const found = yield* Effect.orDie(campaigns.find(account, ids))
    if (found.length === 0) return yield* refused(refusals.notFound)
    const shown = new Map(
      found
        .filter((campaign) => shownStatuses.has(visible(campaign).status))
        .map((campaign) => [campaign.advertId, campaign])
    )
    const now = yield* Clock.currentTimeMillis
    const answers = yield* answerEach(asked, (one) => {
      const campaign = shown.get(one.id)
      return campaign === undefined
        ? Effect.succeed({ answer: [], rowCount: 0 })
        : Effect.orDie(statisticsOf(account, one, campaign, now))
    })
    return answers.flat()
  })
})
