/** The little that this driver needs of an SQLite, so that a server's and an edge platform's can both serve. Synchronous. */

export type SqlValue = number | string | null

export interface SqliteHost {
  /** Rows of a query, or of a change with `returning`. They are the caller's, who may change them. */
  all(sql: string, ...parameters: ReadonlyArray<SqlValue>): ReadonlyArray<Record<string, SqlValue>>
  run(sql: string, ...parameters: ReadonlyArray<SqlValue>): void
  /**
   * Inserts one row, and gives its number, or any number where the table has none; undefined where `on conflict do nothing`
   * kept it from being inserted. Costs less than `returning`.
   */
  insert(sql: string, ...parameters: ReadonlyArray<SqlValue>): number | undefined
  /** Gives how many rows were changed. Costs less than `returning`. */
  change(sql: string, ...parameters: ReadonlyArray<SqlValue>): number
  /**
   * Durable when it returns, or at least before anything that rests on it can be sent; undone when `change` throws. Not nested.
   */
  transaction<A>(change: () => A): A
  /** All queries of `read` show the database as of one moment. Outside of a transaction, and not nested. */
  snapshot<A>(read: () => A): A
}

/** SQLite prepares a statement with a plain `limit ?` again at each run: that costs more than the query. */
export const boundLimit = "limit +?"

/** Rows of a query whose columns are known from its text. */
export const rows = <Row>(host: SqliteHost, sql: string, ...parameters: ReadonlyArray<SqlValue>): ReadonlyArray<Row> =>
  host.all(sql, ...parameters) as ReadonlyArray<Row>

/** The first row, if there is one. */
export const row = <Row>(host: SqliteHost, sql: string, ...parameters: ReadonlyArray<SqlValue>): Row | undefined =>
  rows<Row>(host, sql, ...parameters)[0]
