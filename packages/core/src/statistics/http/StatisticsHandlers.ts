/** Each operation on statistics, from what the services give. */
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import type { Account } from "../../access/Account.ts"
import { visible } from "../../campaigns/Campaign.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"
import { refused } from "../../http/refusals/orRefused.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { limitAt, today } from "../../lifecycle/revision.ts"
import { Phrases } from "../../phrases/Phrases.ts"
import { clustersOf, dayCount, keyPhrasesOf, keywordDaysOf } from "../phraseTotals.ts"
import { refreshIntervals, Statistics } from "../Statistics.ts"
import type { Days } from "../StatisticsSource.ts"
import { makeCampaignStatistics } from "./campaignStatistics.ts"
import { StatisticsApi } from "./StatisticsApi.ts"
import { refusals } from "./statisticsRefusals.ts"

/** Promotion operations, Keyword statistics. */
const mostKeywordDays = 7

export const StatisticsHandlers = HttpApiBuilder.group(
  sellerApi(StatisticsApi),
  "statistics",
  Effect.fn(function* (handlers) {
    const statistics = yield* Statistics
    const campaigns = yield* Campaigns
    const phrases = yield* Phrases
    const campaignStatistics = yield* makeCampaignStatistics

    const campaignOf = Effect.fnUntraced(function* (account: Account, id: number, missing: PublishedRefusal) {
      const [campaign] = yield* Effect.orDie(campaigns.find(account, [id]))
      return campaign ?? (yield* refused(missing))
    })

    const phrasesOf = (account: Account, id: number, interval: keyof typeof refreshIntervals, days?: Days) =>
      Effect.orDie(statistics.keywords(account, id, refreshIntervals[interval], days))

    return handlers.handleAll({
      campaigns: Effect.fnUntraced(function* ({ payload }) {
        const { owner } = yield* CurrentCaller
        const most = yield* today((changes, now) => limitAt(changes, "POST /adv/v2/fullstats", "body", now))
        // The limit with a date is one of campaigns: several items may be about the same one.
        const asked = new Set(payload.map(({ id }) => id))
        if (most !== undefined && asked.size > most) return yield* refused(refusals.body)
        return yield* campaignStatistics(owner, payload)
      }),
      clusters: Effect.fnUntraced(function* ({ query: { id } }) {
        const { owner } = yield* CurrentCaller
        const { type } = yield* campaignOf(owner, id, refusals.notFound)
        if (type !== 8) return yield* refused(refusals.automaticOnly)
        const { excluded } = yield* Effect.orDie(phrases.lists(owner, id))
        return { excluded, clusters: clustersOf(yield* phrasesOf(owner, id, "clusters")) }
      }),
      keyPhrases: Effect.fnUntraced(function* ({ query: { id } }) {
        const { owner } = yield* CurrentCaller
        const campaign = yield* campaignOf(owner, id, refusals.notFound)
        const { name, searchPluseState = false } = visible(campaign)
        const lists = yield* Effect.orDie(phrases.lists(owner, id))
        const rows = yield* phrasesOf(owner, id, "keyPhrases")
        const { keywords, stat } = keyPhrasesOf({ advertId: id, name }, rows, yield* Clock.currentTimeMillis)
        return { words: { ...lists, keywords, fixed: searchPluseState }, stat }
      }),
      keywords: Effect.fnUntraced(function* ({ query: { advert_id: id, ...days } }) {
        const { owner } = yield* CurrentCaller
        const count = dayCount(days)
        if (count < 1) return yield* refused(refusals.parameters)
        if (count > mostKeywordDays) return yield* refused(refusals.tooLong)
        yield* campaignOf(owner, id, refusals.missing)
        return { keywords: keywordDaysOf(yield* phrasesOf(owner, id, "keywords", days)) }
      })
    })
  })
)
