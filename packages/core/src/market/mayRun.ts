/** Which campaigns something may come of: the same for every kind of advertisers. */
import { Effect } from "effect"
import type { Account } from "../access/Account.ts"
import type { Collection } from "../records/Collection.ts"
import * as Lookup from "../records/Lookup.ts"
import type { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"

// our choice: more than a seller has.
const mostCampaigns = 1_000_000

export interface Among {
  readonly types: ReadonlyArray<number>
  readonly statuses: ReadonlyArray<number>
  /** The end of the hour, in milliseconds since 1970. */
  readonly to: number
}

/** Those in these statuses, and those that something is due of by `to`, which may run although lists do not show it yet. By ids. */
export const mayRun = <Campaign extends { readonly advertId: number }>(
  records: Records["Service"],
  account: Account,
  campaigns: Collection<Campaign, "byNextChange" | "byTypeAndStatus">,
  { statuses, to, types }: Among
): Effect.Effect<ReadonlyArray<Campaign>, StorageError> =>
  Effect.map(
    records.findAll(account, {
      ...Object.fromEntries(
        types.flatMap((type) =>
          statuses.map((status) => [
            `${type} ${status}`,
            Lookup.range(campaigns, { index: "byTypeAndStatus", within: [type, status], limit: mostCampaigns })
          ])
        )
      ),
      due: Lookup.range(campaigns, { index: "byNextChange", through: [to], limit: mostCampaigns })
    }),
    (found) => {
      const all = new Map(Object.values(found).flatMap((some) => some.map((campaign) => [campaign.advertId, campaign])))
      return [...all.values()].toSorted((one, other) => one.advertId - other.advertId)
    }
  )
