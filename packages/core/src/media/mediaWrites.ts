/** One write of a media campaign: what has become due by now takes effect first, then the change is decided on. */
import { Clock, Effect, Option, Result } from "effect"
import type { Account } from "../access/Account.ts"
import { type ChangeCause, CurrentBeforeChange } from "../campaigns/BeforeChange.ts"
import { makeNewIds } from "../campaigns/CampaignWrites.ts"
import { Configurations } from "../configuration/Configurations.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Change, type Decision, publish, put, Records } from "../records/Records.ts"
import { periodInForce } from "../retention/Retention.ts"
import type { MediaCampaign } from "./MediaCampaign.ts"
import { MediaCampaignNotFound } from "./MediaErrors.ts"
import { mediaEvent } from "./mediaEvents.ts"
import { type MediaChange, MediaLaunchTime, mediaProgressed } from "./mediaProgress.ts"
import { mediaCampaigns, mediaStatisticsAreKept } from "./mediaRecords.ts"

/** A launch that has become decided and what came of it by dates, and what is asked for. */
const mostEvents = 6

interface Edit<A> {
  readonly answer: A
  readonly campaign: MediaCampaign
  readonly changes?: ReadonlyArray<Change>
}

/** What every operation on media campaigns needs. */
export const mediaRequirements = Effect.gen(function* () {
  return {
    records: yield* Records,
    beforeChange: (yield* CurrentBeforeChange).media,
    launchTime: yield* MediaLaunchTime,
    configuration: (yield* Configurations).current,
    statisticsAreKept: yield* periodInForce("mediaStatistics", mediaStatisticsAreKept),
    newIds: (yield* makeNewIds)(mostEvents)
  }
})
export type MediaRequirements = Effect.Success<typeof mediaRequirements>

export const changeOf = (before: MediaCampaign, after: MediaCampaign, at: number): ReadonlyArray<MediaChange> =>
  before.status === after.status ? [] : [{ at, from: before.status, to: after.status }]

export const makeMediaEdit = ({ beforeChange, newIds, records }: MediaRequirements) =>
  /** One write of a campaign: what has become due takes effect first, then the change is decided on. */
  Effect.fnUntraced(function* <A, E, Found>(
    account: Account,
    advertId: number,
    cause: ChangeCause,
    besides: Lookup.Lookup<Found>,
    edited: (campaign: MediaCampaign, now: number, found: Found) => Result.Result<Edit<A>, E>
  ) {
    yield* beforeChange(account, advertId, cause)
    const now = yield* Clock.currentTimeMillis
    const ids = yield* newIds
    const find = { campaign: Lookup.one(mediaCampaigns, [advertId]), besides }
    return yield* records.transact(account, find, (found): Result.Result<Decision<A>, E | MediaCampaignNotFound> => {
      const kept = Option.getOrUndefined(found.campaign)
      if (kept === undefined) return Result.fail(new MediaCampaignNotFound({ advertId }))
      const progressed = mediaProgressed(kept, now)
      return Result.map(edited(progressed.campaign, now, found.besides), ({ answer, campaign, changes = [] }) => {
        const happened = [...progressed.changes, ...changeOf(progressed.campaign, campaign, now)]
        const events = happened.map((change, index) => publish(mediaEvent(ids[index]!, campaign, change)))
        const puts = campaign === kept ? [] : [put(mediaCampaigns, campaign)]
        return { answer, changes: [...puts, ...changes, ...events] }
      })
    })
  })

/** For writes that look for nothing else. */
export const nothingElse = Lookup.many(mediaCampaigns, [])

export type MediaEdit = ReturnType<typeof makeMediaEdit>
