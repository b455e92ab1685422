/**
 * Called before a campaign is written, so that what has come of it until now is counted first. A simulated market does that; a
 * marketplace tells it when it likes.
 */
import { Context, Effect } from "effect"
import type { Account } from "../access/Account.ts"
import type { StorageError } from "../storage/StorageError.ts"

/** `asked`: somebody changes it now. `due`: what waited takes effect at its own time, which may have been some time ago. */
export type ChangeCause = "asked" | "due"

export type BeforeChange = (account: Account, advertId: number, cause: ChangeCause) => Effect.Effect<void, StorageError>

/** Each kind of campaigns has ids of its own. */
export interface BeforeChanges {
  readonly promotion: BeforeChange
  readonly media: BeforeChange
}

const nothing: BeforeChange = () => Effect.void

export const CurrentBeforeChange = Context.Reference<BeforeChanges>("@sellerkit/core/campaigns/BeforeChange", {
  defaultValue: () => ({ promotion: nothing, media: nothing })
})
