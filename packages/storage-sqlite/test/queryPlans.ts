/** How SQLite goes about what a driver asks of it. */
import { Effect } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import type { SqliteHost, SqlValue } from "../src/connection/SqliteHost.ts"
import { layer } from "../src/host.ts"

const lengthOf = (row: Readonly<Record<string, SqlValue>>): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0)

/** Keeps what is asked for, to have it explained. */
export const remembering = () => {
  const host = openNodeHost(":memory:")
  /** How much so far. characters: of the texts in the rows that were found. */
  const asked = { queries: 0, characters: 0 }
  const queries: Array<readonly [sql: string, parameters: ReadonlyArray<SqlValue>]> = []
  const remembered: SqliteHost = {
    ...host,
    all: (sql, ...parameters) => {
      queries.push([sql, parameters])
      const found = host.all(sql, ...parameters)
      asked.queries++
      asked.characters += found.reduce((sum, one) => sum + lengthOf(one), 0)
      return found
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
  return { host, remembered, asked, plansOf, layer: layer(Effect.succeed(remembered)) }
}
