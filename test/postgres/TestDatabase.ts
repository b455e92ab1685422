/** A database of a test, and connections to it. */
import { PgClient } from "@effect/sql-pg"
import { Duration, Redacted } from "effect"

export interface TestDatabase {
  readonly url: string
  /** How many connections it can take; PGlite, which is there where no server can run, takes one. */
  readonly maxConnections?: 1
  /** As who has the rights of a service alone, once they are granted; absent where there is no such role. */
  readonly service?: { readonly role: string; readonly url: string }
}

/** No connection is given up because a test moves the clock. */
const patience = { connectTimeout: Duration.infinity, idleTimeout: Duration.infinity, connectionTTL: Duration.infinity }

export const postgresClient = ({ maxConnections, url }: TestDatabase, applicationName?: string) =>
  PgClient.layer({
    url: Redacted.make(url),
    applicationName,
    ...patience,
    ...(maxConnections === undefined ? undefined : { maxConnections })
  })

/** As a service whose role did not make the schema. */
export const serviceClient = (database: TestDatabase, applicationName?: string) =>
  postgresClient({ ...database, url: database.service?.url ?? database.url }, applicationName)
