/** Where processed events are kept: each store over each database, through clients that hosts have. */
import { memoryStore, type Platform, type ProcessedEvents } from "@sellerkit/receiver"
import {
  type RunStatement,
  sqlStore,
  type TableMaintenance,
  type Transact,
  transactionStore
} from "@sellerkit/receiver/sql"
import { Effect, type Scope } from "effect"
import { DatabaseSync } from "node:sqlite"
import { Pool } from "pg"
import postgres from "postgres"
import { makeDatabases } from "../postgres/databases.ts"

type Store = ProcessedEvents<RunStatement | undefined>

export interface StorePlace {
  /** As another process opens it, with a platform of its own. */
  store(platform?: Platform): Store & Partial<TableMaintenance>
  /** A statement beside the stores; absent where there is no database. */
  readonly run?: RunStatement
}

export interface StoreTarget {
  readonly name: string
  readonly open: Effect.Effect<StorePlace, unknown, Scope.Scope>
}

export const table = "host_events"

const emptyDatabase = makeDatabases(() => Effect.void)

/** Ends with the test. */
const connected = <Client>(connect: (url: string) => Client, end: (client: Client) => Promise<void>) =>
  Effect.flatMap(emptyDatabase, ({ maxConnections, url }) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => connect(url)),
        (client) => Effect.promise(() => end(client))
      ),
      (client) => ({ client, maxConnections })
    )
  )

const made = <Place extends StorePlace>(place: Place) =>
  Effect.as(
    Effect.promise(async () => place.store().createTable?.()),
    place
  )

const pool = connected(
  (url) => new Pool({ connectionString: url, max: 4 }),
  (pool) => pool.end()
)

const runIn =
  (client: Pick<Pool, "query">): RunStatement =>
  async (statement, parameters) =>
    (await client.query(statement, parameters)).rows

const transactIn =
  (pool: Pool): Transact<RunStatement> =>
  async (work) => {
    const client = await pool.connect()
    try {
      const run = runIn(client)
      await client.query("begin")
      const result = await work(run, run)
      await client.query("commit")
      client.release()
      return result
    } catch (error) {
      // Whatever the connection can still do, the transaction does not outlast it.
      client.release(true)
      throw error
    }
  }

const sqlite = Effect.acquireRelease(
  Effect.sync(() => new DatabaseSync(":memory:")),
  (database) => Effect.sync(() => database.close())
)

const runInSqlite =
  (database: DatabaseSync): RunStatement =>
  (statement, parameters) =>
    database.prepare(statement).all(...parameters) as Array<object>

/** One connection has one transaction at a time. */
const transactInSqlite = (database: DatabaseSync): Transact<RunStatement> => {
  const run = runInSqlite(database)
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(async () => {
      database.exec("begin immediate")
      try {
        const result = await work(run, run)
        database.exec("commit")
        return result
      } catch (error) {
        database.exec("rollback")
        throw error
      }
    })
    last = mine.catch(() => undefined)
    return mine
  }
}

const withPlatform = (platform: Platform | undefined) => platform && { platform }

export const stores: ReadonlyArray<StoreTarget> = [
  {
    name: "memory",
    open: Effect.sync(() => {
      const store = memoryStore()
      return { store: () => store }
    })
  },
  {
    name: "SQLite",
    open: Effect.flatMap(sqlite, (database) => {
      const run = runInSqlite(database)
      return made({ run, store: (platform) => sqlStore({ dialect: "sqlite", run, table, ...withPlatform(platform) }) })
    })
  },
  {
    name: "SQLite, in the handler's transaction",
    open: Effect.flatMap(sqlite, (database) => {
      const transact = transactInSqlite(database)
      return made({ run: runInSqlite(database), store: () => transactionStore({ dialect: "sqlite", transact, table }) })
    })
  },
  {
    name: "PostgreSQL, through pg",
    open: Effect.flatMap(pool, ({ client }) => {
      const run = runIn(client)
      return made({
        run,
        store: (platform) => sqlStore({ dialect: "postgres", run, table, ...withPlatform(platform) })
      })
    })
  },
  {
    name: "PostgreSQL, in the handler's transaction, through pg",
    open: Effect.flatMap(pool, ({ client }) => {
      const transact = transactIn(client)
      return made({ run: runIn(client), store: () => transactionStore({ dialect: "postgres", transact, table }) })
    })
  },
  {
    name: "PostgreSQL, in the handler's transaction, through postgres",
    open: Effect.flatMap(
      connected(
        (url) => postgres(url, { max: 4, onnotice: () => undefined }),
        (sql) => sql.end()
      ),
      ({ client: sql }) => {
        const run: RunStatement = async (statement, parameters) => sql.unsafe(statement, parameters)
        const transact: Transact<RunStatement> = (work) =>
          sql.begin(async (transaction) => {
            const inside: RunStatement = async (statement, parameters) => transaction.unsafe(statement, parameters)
            return work(inside, inside)
          }) as never
        return made({ run, store: () => transactionStore({ dialect: "postgres", transact, table }) })
      }
    )
  }
]

export const isTable = ({ name }: StoreTarget): boolean => name !== "memory"
export const isTransactional = ({ name }: StoreTarget): boolean => name.includes("transaction")
export const isLeasing = (target: StoreTarget): boolean => isTable(target) && !isTransactional(target)
