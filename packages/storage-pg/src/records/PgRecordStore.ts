/** Records on PostgreSQL. */
import {
  type Account,
  beforeAll,
  RecordStore,
  type SellerId,
  type StorageError,
  type WorkSignal
} from "@sellerkit/core"
import { Effect, Layer, Option } from "effect"
import { eachOf, texts } from "../connection/lists.ts"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { findParts } from "./parts.ts"
import { findRecords, type Rows } from "./statements.ts"
import { makeTransact } from "./Transact.ts"

const dueText = "select * from sellerkit.due_records($1, $2, $3)"

interface AccountRow {
  readonly seller_id: string
  readonly sandbox: boolean
}

const toAccount = ({ sandbox, seller_id }: AccountRow): Account => ({ sellerId: seller_id as SellerId, sandbox })

interface DueRow extends AccountRow {
  readonly content: string
}

const nextDueText = `select min(d.due_at)::float8 as due_at from unnest($1::text[]) c (collection)
  ${eachOf("select o.due_at from sellerkit.record_due o where o.collection = c.collection order by o.due_at limit 1", "d")}`

/** An account whose records are all gone has no row of `record_account`, but may have webhooks. */
const accountsText = `select seller_id, sandbox from (
    (select seller_id, sandbox from sellerkit.record_account
      where (seller_id, sandbox) > ($1, $2) order by seller_id, sandbox limit $3)
    union
    (select distinct seller_id, sandbox from sellerkit.owner
      where (seller_id, sandbox) > ($1, $2) order by seller_id, sandbox limit $3)
  ) a order by seller_id, sandbox limit $3`

const removeOldText = "select sellerkit.remove_old_records($1, $2, $3) as removed"

export const layer: Layer.Layer<RecordStore, never, PgDatabase | WorkSignal> = Layer.effect(
  RecordStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const asking =
      (operation: string): Rows<StorageError> =>
      (text, ...parameters) =>
        database.rows(operation, text, ...parameters)
    const [finding, takingParts] = [asking("RecordStore.find"), asking("RecordStore.parts")]
    return RecordStore.of({
      find: (account, lookups) => findRecords(finding, account, lookups),

      parts: (account, parts) => findParts(takingParts, account, parts),

      transact: yield* makeTransact,

      accounts: (after, most) =>
        Effect.map(
          database.rows<AccountRow>(
            "RecordStore.accounts",
            accountsText,
            after?.sellerId ?? beforeAll,
            after?.sandbox ?? false,
            most
          ),
          (found) => found.map(toAccount)
        ),

      due: (collection, now, most) =>
        Effect.map(database.rows<DueRow>("RecordStore.due", dueText, collection, now, most), (found) =>
          found.map((due) => ({ account: toAccount(due), content: due.content }))
        ),

      nextDue: (collections) =>
        Effect.map(
          database.rows<{ readonly due_at: number | null }>("RecordStore.nextDue", nextDueText, texts(collections)),
          ([found]) => Option.fromNullOr(found!.due_at)
        ),

      removeOld: (collection, before, most) =>
        Effect.map(
          database.rows<{ readonly removed: number }>("RecordStore.removeOld", removeOldText, collection, before, most),
          ([found]) => found!.removed
        )
    })
  })
)
