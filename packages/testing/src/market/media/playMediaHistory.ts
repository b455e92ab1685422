/** A seller of media campaigns on the market, and all that came of them. */
import type { StoragePorts } from "@sellerkit/core"
import { Clock, Effect, type Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { serviceOver } from "../../campaigns/CampaignWorld.ts"
import { type Failure, FailingRecords } from "../../campaigns/failingRecords.ts"
import { actOnMedia, item, putMedia } from "../../campaigns/media/mediaCalls.ts"
import type { BegunMedia, MediaHistory, MediaTurn } from "./MediaHistory.ts"
import { bidForBanner, listening, mediaFacts, passMinutes, toldEvents } from "./MediaWorld.ts"

export interface MediaCourse {
  /** In minutes: how time passes. Each wait at once, when absent. */
  readonly pace?: number
  /** How a write fails in each wait. None does, when absent. */
  readonly fails?: Failure
  /** It ends with its last step, and not at the end of that hour, by which all is counted. */
  readonly isCutShort?: boolean
}

const idOf = (index: number): number => 30_000_000 + index

/** In roubles, of each banner of a limited campaign. */
export const dailyLimit = 30

const itemsOf = ({ cpm, kind }: BegunMedia): ReadonlyArray<object> => {
  const [one, other] = [
    { ...item, cpm, subject_id: 192 },
    { ...item, id: 8, cpm: 200, place: 4 }
  ]
  if (kind === "limited") return [one, other].map((limited) => ({ ...limited, daily_limit: dailyLimit }))
  return kind === "evenings" ? [{ ...one, show_hours: [{ From: 18, To: 23 }] }] : [one, other]
}

const put = (begun: BegunMedia, index: number) =>
  putMedia(idOf(index), {
    type: begun.kind === "days" ? 1 : 2,
    status: begun.isRunning ? 6 : 9,
    extended: { budget: begun.budget },
    items: itemsOf(begun)
  })

/** What the service refuses changes nothing. */
const take = Effect.fnUntraced(function* (
  { after, does: step }: MediaTurn,
  { campaigns }: MediaHistory,
  pace?: number
) {
  yield* passMinutes(after, pace)
  const id = idOf(step.campaign % campaigns.length)
  if (step._tag === "Act") return yield* Effect.asVoid(actOnMedia(step.action, id))
  return yield* Effect.asVoid(bidForBanner(id, item.id, step._tag === "Bid" ? step.cpm : 1))
})

const hour = 3_600_000

const endHour = Effect.flatMap(Clock.currentTimeMillis, (now) => passMinutes((hour - (now % hour)) / 60_000))

// our choice: the first write of a wait, or one of some after it.
const mostBefore = 4

/** A history over a storage of its own. It ends at the end of an hour, by which all is counted. */
export const playMediaHistory = <E>(
  storage: Layer.Layer<StoragePorts, E>,
  market: Parameters<typeof serviceOver>[1],
  history: MediaHistory,
  { fails, isCutShort = false, pace }: MediaCourse = {}
) => {
  const failing = new FailingRecords()
  return Effect.gen(function* () {
    yield* listening
    for (const [index, begun] of history.campaigns.entries()) yield* put(begun, index)
    for (const turn of history.turns) {
      if (fails !== undefined) failing.fail(["transact"], fails, turn.after % mostBefore)
      yield* passMinutes(turn.after, pace)
      failing.mend()
      yield* take(turn, history)
    }
    if (!isCutShort) yield* endHour
    return {
      campaigns: yield* Effect.forEach(history.campaigns, (_, index) => mediaFacts(idOf(index))),
      events: yield* toldEvents
    }
  }).pipe(
    Effect.provide(serviceOver(failing.over(storage), market)),
    Effect.provide([TestClock.layer(), Logger.layer([])])
  )
}
