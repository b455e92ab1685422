/** Those who pay for displays, kind by kind. Each kind reads its own campaigns, and records what the model says that they got. */
import type { Effect } from "effect"
import type { Account } from "../access/Account.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Market } from "./marketRecords.ts"

export interface Advertisers {
  /** Counts one more hour of all campaigns of the account, in one write. It ends at `until` of the market, and an hour later. */
  readonly countHour: (account: Account, market: Market) => Effect.Effect<void, StorageError>
}
