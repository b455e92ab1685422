/** What processes carry of an account's events, written down before somebody looks at where they wait. */
import type { Account, StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import type { PgDatabase } from "../connection/PgDatabase.ts"
import { accountValues } from "../rows/Rows.ts"

/** Parameters: the account, a webhook of it or null, and whether it stays written down. */
export const showCarriedText = "select sellerkit.show_carried($1, $2, $3, $4)"

/**
 * Looks at events of the account. Within a transaction of the caller, what is written down for that is undone afterwards. Otherwise a
 * settlement of these events would wait until the transaction ends.
 */
export const withCarried = <A>(
  database: PgDatabase["Service"],
  operation: string,
  account: Account,
  look: Effect.Effect<A, StorageError>
): Effect.Effect<A, StorageError> =>
  database.lookWithin(operation, (isUndone) =>
    Effect.andThen(database.rows(operation, showCarriedText, ...accountValues(account), null, !isUndone), look)
  )
