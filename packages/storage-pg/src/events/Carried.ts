/** What processes carry of an account's events, written down before somebody looks at where they wait. */
import type { Account, StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import type { PgDatabase } from "../connection/PgDatabase.ts"
import { accountValues } from "../rows/Rows.ts"

/** Parameters: the account, a webhook of it or null, and whether it stays written down. */
export const showCarriedText = "select sellerkit.show_carried($1, $2, $3, $4)"

const isCarriedText = "select exists (select from sellerkit.carried c where $1::uuid = any (c.seller_ids)) as found"

/**
 * Looks at events of the account. What is written down for that is undone afterwards: it would have to wait for whoever has locked a
 * lane, and settlements of these events would wait for it.
 */
export const withCarried = <A>(
  database: PgDatabase["Service"],
  operation: string,
  account: Account,
  look: Effect.Effect<A, StorageError>
): Effect.Effect<A, StorageError> =>
  Effect.flatMap(database.rows<{ readonly found: boolean }>(operation, isCarriedText, account.sellerId), ([carried]) =>
    carried!.found
      ? database.lookAt(
          operation,
          Effect.andThen(database.rows(operation, showCarriedText, ...accountValues(account), null, false), look)
        )
      : look
  )
