/** Parts of a test about the change history. */
import { type Account, History, type Owner, Records, type StoredRecord, type TimePageRequest } from "@sellerkit/core"
import { Effect } from "effect"
import { account } from "../../fixtures.ts"

const newest = { limit: 100, direction: "older" } as const

/** A page of an owner's entries, newest first. */
export const entriesOf = (owner: Owner, request: TimePageRequest = newest) =>
  Effect.map(
    Effect.flatMap(History, (history) => history.page(owner, request)),
    ({ items }) => items
  )

/** Appends the entry of an operation that was refused. */
export const appendEntry = (entry: StoredRecord, of: Account = account()) =>
  Effect.flatMap(Records, (records) => records.write(of, [{ put: entry }]))
