/** A seller of media campaigns on the market, and all that came of them. */
import type { StoragePorts } from "@sellerkit/core"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { serviceOver } from "../../campaigns/CampaignWorld.ts"
import type { BegunMedia, MediaHistory, MediaStep } from "./MediaHistory.ts"
import {
  actOnMedia,
  banner,
  bidForBanner,
  listening,
  mediaFacts,
  type MediaInput,
  type Pace,
  passMinutes,
  putMedia,
  toldEvents
} from "./MediaWorld.ts"

const idOf = (index: number): number => 30_000_000 + index

/** In roubles, of each banner of a limited campaign. */
export const dailyLimit = 30

const itemsOf = ({ cpm, kind }: BegunMedia): MediaInput["items"] => {
  const [one, other] = [
    { ...banner, cpm },
    { ...banner, id: 8, cpm: 200, place: 4, subject_id: 69 }
  ]
  if (kind === "limited") return [one, other].map((item) => ({ ...item, daily_limit: dailyLimit }))
  return kind === "evenings" ? [{ ...one, show_hours: [{ From: 18, To: 23 }] }] : [one, other]
}

const put = (begun: BegunMedia, index: number) =>
  putMedia(idOf(index), {
    type: begun.kind === "days" ? 1 : 2,
    status: begun.isRunning ? 6 : 9,
    budget: begun.budget,
    items: itemsOf(begun) ?? []
  })

/** What the service refuses changes nothing. */
const take = Effect.fnUntraced(function* (step: MediaStep, { campaigns }: MediaHistory, pace: Pace) {
  if (step._tag === "Wait") return yield* passMinutes(step.minutes, pace)
  const id = idOf(step.campaign % campaigns.length)
  if (step._tag === "Act") return yield* Effect.asVoid(actOnMedia(step.action, id))
  return yield* Effect.asVoid(bidForBanner(id, banner.id, step._tag === "Bid" ? step.cpm : 1))
})

/** A history over a storage of its own. */
export const playMediaHistory = <E>(
  storage: Layer.Layer<StoragePorts, E>,
  market: Parameters<typeof serviceOver>[1],
  history: MediaHistory,
  pace?: number
) =>
  Effect.gen(function* () {
    yield* listening
    for (const [index, begun] of history.campaigns.entries()) yield* put(begun, index)
    for (const step of history.steps) yield* take(step, history, pace)
    return {
      campaigns: yield* Effect.forEach(history.campaigns, (_, index) => mediaFacts(idOf(index))),
      events: yield* toldEvents
    }
  }).pipe(Effect.provide(serviceOver(storage, market)), Effect.provide(TestClock.layer()))
