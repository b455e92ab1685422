/** The change history as it is kept. */
import { DateTime } from "effect"
import type { Owner } from "../access/Account.ts"
import { collection } from "../records/Collection.ts"
import type { KeyParts } from "../records/Key.ts"
import { HistoryEntry } from "./HistoryEntry.ts"

/** Keys of entries begin with this: it says whose they are within the account. */
export const ownedBy = ({ serviceId }: Owner, ...place: KeyParts): KeyParts => [serviceId ?? "", ...place]

/** The entries of an owner are in the order of time, so that a page is read in the stored order. */
export const historyEntries = collection("history", {
  schema: HistoryEntry,
  key: ({ id, owner, time }) => ownedBy(owner, DateTime.toEpochMillis(time), id),
  indexes: { byId: ({ id, owner }) => ownedBy(owner, id) },
  since: ({ time }) => time
})
