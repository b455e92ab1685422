/** How SQLite goes about what a driver asks of it. */
import { Effect } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import type { SqliteHost, SqlValue } from "../src/connection/SqliteHost.ts"
import { layer } from "../src/host.ts"

/** Keeps what is asked for, to have it explained. */
export const remembering = () => {
  const host = openNodeHost(":memory:")
  const queries: Array<readonly [sql: string, parameters: ReadonlyArray<SqlValue>]> = []
  const remembered: SqliteHost = {
    ...host,
    all: (sql, ...parameters) => {
      queries.push([sql, parameters])
      return host.all(sql, ...parameters)
    }
  }
  const plansOf = (text: RegExp): ReadonlyArray<string> =>
    queries
      .filter(([sql]) => text.test(sql))
      .map(([sql, parameters]) =>
        host
          .all(`explain query plan ${sql}`, ...parameters)
          .map(({ detail }) => detail)
          .join("\n")
      )
  return { host, remembered, plansOf, layer: layer(Effect.succeed(remembered)) }
}
