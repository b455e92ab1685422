/** What processes carry of an account's events, written down before somebody looks at where they wait. */
import type { Account, StorageError } from "@sellerkit/core"
import type { Effect } from "effect"
import type { PgDatabase } from "../connection/PgDatabase.ts"
import { accountValues } from "../rows/Rows.ts"

export const showCarriedText = "select sellerkit.show_carried($1, $2)"

export const showCarried = (
  database: PgDatabase["Service"],
  operation: string,
  account: Account
): Effect.Effect<unknown, StorageError> => database.rows(operation, showCarriedText, ...accountValues(account))
