/** Clients of PostgreSQL that hosts use, each as its own documentation makes a transaction. */
import { drizzle } from "drizzle-orm/node-postgres"
import { sql } from "drizzle-orm"
import knex from "knex"
import { Pool } from "pg"
import postgres from "postgres"

/** What a host publishes together with its order. */
export interface Publication {
  readonly order: number
  readonly sellerId: string
  readonly scope: string
  readonly type: string
  readonly payload: string
  readonly key: string
}

export interface HostClient {
  /** Gives the event's id. `before` runs when all is written and nothing committed, and undoes it by throwing. */
  publish(publication: Publication, before: () => Promise<void>): Promise<string>
  close(): Promise<void>
}

interface Published {
  readonly id: string
}

/** Makes a client. A test reads the table `host_order`. */
export const hostClients: Readonly<Record<string, (url: string) => HostClient>> = {
  pg: (url) => {
    const pool = new Pool({ connectionString: url })
    return {
      publish: async ({ key, order, payload, scope, sellerId, type }, before) => {
        const client = await pool.connect()
        try {
          await client.query("begin")
          await client.query("insert into host_order values ($1)", [order])
          const { rows } = await client.query<Published>("select sellerkit.publish($1, $2, $3, $4, $5) as id", [
            sellerId,
            scope,
            type,
            payload,
            key
          ])
          await before()
          await client.query("commit")
          return rows[0]!.id
        } catch (error) {
          await client.query("rollback")
          throw error
        } finally {
          client.release()
        }
      },
      close: () => pool.end()
    }
  },

  postgres: (url) => {
    const client = postgres(url)
    return {
      publish: ({ key, order, payload, scope, sellerId, type }, before) =>
        client.begin(async (transaction) => {
          await transaction`insert into host_order values (${order})`
          const [row] = await transaction<Array<Published>>`
            select sellerkit.publish(${sellerId}, ${scope}, ${type}, ${payload}::text, ${key}) as id`
          await before()
          return row!.id
        }) as Promise<string>,
      close: () => client.end()
    }
  },

  Drizzle: (url) => {
    const pool = new Pool({ connectionString: url })
    const database = drizzle({ client: pool })
    return {
      publish: ({ key, order, payload, scope, sellerId, type }, before) =>
        database.transaction(async (transaction) => {
          await transaction.execute(sql`insert into host_order values (${order})`)
          const { rows } = await transaction.execute(
            sql`select sellerkit.publish(${sellerId}, ${scope}, ${type}, ${payload}, ${key}) as id`
          )
          await before()
          return (rows[0] as unknown as Published).id
        }),
      close: () => pool.end()
    }
  },

  Knex: (url) => {
    const database = knex({ client: "pg", connection: url })
    return {
      publish: ({ key, order, payload, scope, sellerId, type }, before) =>
        database.transaction(async (transaction) => {
          await transaction("host_order").insert({ id: order })
          const { rows } = await transaction.raw<{ readonly rows: ReadonlyArray<Published> }>(
            "select sellerkit.publish(?, ?, ?, ?, ?) as id",
            [sellerId, scope, type, payload, key]
          )
          await before()
          return rows[0]!.id
        }),
      close: () => database.destroy()
    }
  }
}
