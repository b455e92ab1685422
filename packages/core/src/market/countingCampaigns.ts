/**
 * Counts what the campaigns of one kind of advertisers get: all of them hour by hour, and one of them before it is changed. How far
 * they are counted is written together with what they got, so that nothing is counted twice, whichever process does it.
 */
import { Clock, Effect, Option, Result } from "effect"
import type { Account } from "../access/Account.ts"
import type { BeforeChange, ChangeCause } from "../campaigns/BeforeChange.ts"
import { makeNewIds } from "../campaigns/CampaignWrites.ts"
import type { EventId } from "../catalog/NewEvent.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Advertisers } from "./Advertisers.ts"
import { dayOf, hourLength, hourOf, startOfHour } from "./marketTime.ts"
import { type AdvertiserKind, type Market, markets, type Meter } from "./marketRecords.ts"

/** What was found is other than what was read before, or there are too few ids for the events. Nothing was written. */
export class Again {
  readonly ids: number

  /** `ids`: how many events there are; 0 where the campaigns have to be read again. */
  constructor(ids: number) {
    this.ids = ids
  }
}

/** What a write counts. */
export interface Counting<Campaign> {
  readonly account: Account
  readonly candidates: ReadonlyArray<Campaign>
  /** Until when, in milliseconds since 1970. */
  readonly to: number
  /** The market as it is left, with how far each candidate is counted. */
  readonly next: (market: Market, meters: ReadonlyMap<number, Meter>) => Market
}

/** The campaigns of a kind of advertisers. */
export interface CountedCampaigns<Campaign> {
  readonly kind: AdvertiserKind
  /** All that something may come of in the hour that ends at `to`. */
  readonly mayRun: (account: Account, to: number) => Effect.Effect<ReadonlyArray<Campaign>, StorageError>
  /** The one, or none. */
  readonly find: (account: Account, advertId: number) => Effect.Effect<ReadonlyArray<Campaign>, StorageError>
  /**
   * Until when a campaign is counted before it is changed, in milliseconds since 1970; undefined: what changes is nothing that
   * displays depend on.
   */
  readonly countedUntil: (candidates: ReadonlyArray<Campaign>, cause: ChangeCause, now: number) => number | undefined
  /** One write. `market`: as it was read before the candidates were. */
  readonly write: (
    counting: Counting<Campaign>,
    market: Market,
    ids: ReadonlyArray<EventId>
  ) => Effect.Effect<void, Again | StorageError>
}

export const marketKey = (kind: AdvertiserKind) => [kind]

/** Of a campaign that was read before, and now. */
export const isSame = (one: object, other: object | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** How far a campaign is counted. */
export const meterOf = ({ meters, until }: Market): ((advertId: number) => Meter) => {
  const known = new Map(meters.map((meter) => [meter.advertId, meter]))
  return (advertId) => known.get(advertId) ?? { advertId, until, spent: 0 }
}

/** Meters that say something: of campaigns that are counted further, or that have spent something today. */
const kept = (meters: ReadonlyArray<Meter>, until: number): ReadonlyArray<Meter> =>
  meters.filter(
    (meter) => meter.until > until || (meter.spent > 0 && dayOf(hourOf(meter.until)) === dayOf(hourOf(until)))
  )

const withMeters = ({ meters }: Market, counted: ReadonlyMap<number, Meter>): ReadonlyArray<Meter> => [
  ...meters.filter(({ advertId }) => !counted.has(advertId)),
  ...counted.values()
]

const requirements = Effect.gen(function* () {
  return { records: yield* Records, newIds: yield* makeNewIds }
})
type Requirements = Effect.Success<typeof requirements>

/** Gives whether it is written; otherwise the campaigns have to be read again. */
const counting = <Campaign>({ write }: CountedCampaigns<Campaign>, { newIds }: Requirements) =>
  Effect.fnUntraced(function* (given: Counting<Campaign>, market: Market) {
    let ids: ReadonlyArray<EventId> = []
    for (;;) {
      const result = yield* Effect.result(write(given, market, ids))
      if (Result.isSuccess(result)) return true
      if (!(result.failure instanceof Again)) return yield* Effect.fail<StorageError>(result.failure)
      if (result.failure.ids === 0) return false
      ids = yield* newIds(result.failure.ids)
    }
  })

/** What is written in every hour of all campaigns. */
const hourly = <Campaign>(campaigns: CountedCampaigns<Campaign>, given: Requirements): Advertisers => {
  const { kind, mayRun } = campaigns
  const count = counting(campaigns, given)
  const countHour: Advertisers["countHour"] = Effect.fn("Advertisers.countHour")(function* (account, market) {
    const to = market.until + hourLength
    const candidates = yield* mayRun(account, to)
    const next: Counting<Campaign>["next"] = (found, meters) => ({
      kind,
      until: to,
      meters: kept(withMeters(found, meters), to)
    })
    if (yield* count({ account, candidates, to, next }, market)) return
    // Another process has counted it, or a campaign has been changed meanwhile.
    const current = yield* given.records.find(account, Lookup.one(markets, marketKey(kind)))
    if (Option.isSome(current) && current.value.until === market.until) yield* countHour(account, market)
  })
  return { countHour }
}

/** The market of an account, which begins with its first campaign. */
const opened = ({ records }: Requirements, kind: AdvertiserKind, account: Account, now: number) =>
  records.transact(account, { market: Lookup.one(markets, marketKey(kind)) }, ({ market }) => {
    if (Option.isSome(market)) return Result.succeed({ answer: market.value, changes: [] })
    const first: Market = { kind, until: startOfHour(hourOf(now)), meters: [] }
    return Result.succeed({ answer: first, changes: [put(markets, first)] })
  })

/** What one campaign got until it is changed. */
const untilChange = <Campaign>(campaigns: CountedCampaigns<Campaign>, given: Requirements): BeforeChange => {
  const { countedUntil, find, kind } = campaigns
  const count = counting(campaigns, given)
  return Effect.fn("Advertisers.countUntilChange")(function* (account, advertId, cause) {
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const candidates = yield* find(account, advertId)
      const to = countedUntil(candidates, cause, now)
      if (to === undefined) return
      const market = yield* opened(given, kind, account, now)
      // One that is created or put in now begins now.
      const begun: Meter = { advertId, until: now, spent: 0 }
      const next: Counting<Campaign>["next"] = (found, meters) => ({
        ...found,
        meters: withMeters(found, meters.size === 0 ? new Map([[advertId, begun]]) : meters)
      })
      if (yield* count({ account, candidates, to, next }, market)) return
    }
  })
}

/** The kind of advertisers, and what has to be called before one of their campaigns is changed. */
export const countingCampaigns = <Campaign>(campaigns: CountedCampaigns<Campaign>) =>
  Effect.map(requirements, (given) => ({
    advertisers: hourly(campaigns, given),
    beforeChange: untilChange(campaigns, given)
  }))
