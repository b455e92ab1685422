/** The rights of a role that runs the service and did not make the schema. */
import { StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { explained } from "../connection/Fault.ts"
import { inTransaction } from "../connection/transaction.ts"

const statements = (role: string): ReadonlyArray<string> => [
  `grant usage on schema sellerkit to ${role}`,
  `grant select, insert, update, delete on all tables in schema sellerkit to ${role}`,
  `revoke insert, update, delete on sellerkit.migration from ${role}`,
  `grant usage on all sequences in schema sellerkit to ${role}`,
  `grant execute on all functions in schema sellerkit to ${role}`
]

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Grants these rights. Has to be repeated when the schema has changed. */
export const grantTo = (role: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    inTransaction(
      sql,
      Effect.forEach(statements(quoted(role)), (statement) => sql.unsafe(statement), { discard: true })
    )
  ).pipe(
    Effect.mapError((cause) => new StorageError({ operation: "grant", retryable: false, cause: explained(cause) }))
  )
