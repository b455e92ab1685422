/** What the operations on media campaigns answer to the errors of their service. */
import { Effect } from "effect"
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"
import { AnswerLanguage } from "../../http/refusals/Language.ts"
import { orRefused } from "../../http/refusals/orRefused.ts"
import { statusRefused } from "../../http/refusals/StatusProblem.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import type { MediaCampaignNotFound, MediaStatusNotChanged, PausesSpent } from "../MediaErrors.ts"
import { bidRefusal, itemRefusal, refusals } from "./mediaRefusals.ts"

export const orMediaStatusRefused = orRefused({
  MediaCampaignNotFound: refusals.notFound,
  MediaStatusNotChanged: refusals.status,
  PausesSpent: refusals.pauses
})

export const orMediaBidRefused = orRefused({
  MediaCampaignNotFound: refusals.notFound,
  MediaItemNotFound: itemRefusal,
  MediaStatusNotChanged: refusals.active,
  NotPaidByViews: refusals.byViews,
  MediaBidTooLow: bidRefusal
})

/** By the tag of the error: its name for programs, and its text. */
const pauseProblems: Readonly<Record<PauseError["_tag"], readonly [code: string, refusal: PublishedRefusal]>> = {
  MediaCampaignNotFound: ["campaign_not_found", refusals.notFound],
  MediaStatusNotChanged: ["status_not_changed", refusals.status],
  PausesSpent: ["pauses_spent", refusals.pauses]
}

type PauseError = MediaCampaignNotFound | MediaStatusNotChanged | PausesSpent

/** The pause refuses with a problem (Promotion operations, Pause media campaign). */
export const orPauseRefused = <A, R>(self: Effect.Effect<A, PauseError | StorageError, R>) =>
  Effect.catch(self, (error) => {
    if (error._tag === "StorageError") return Effect.die(error)
    const [code, [, text]] = pauseProblems[error._tag]
    return Effect.flatMap(AnswerLanguage, (language) => statusRefused(code, text[language]))
  })
