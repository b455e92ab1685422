/** (fp): what a service on PostgreSQL costs that has nothing to do: itself, and the database. */
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import type { Bench } from "../Bench.ts"
import { withSystem } from "../harness/deliveryRun.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import { type PostgresServer, withPostgres, withSql } from "../databases/postgresServer.ts"
import type { Section } from "../reporting/Section.ts"
import { spreadOf } from "../reporting/statistics.ts"

interface Resting {
  /** Of one core, from 0 on: the service's, and that of all processes of the database. */
  readonly cpu: number
  readonly databaseCpu: number
  /** Per second. */
  readonly transactions: number
}

/** Of all databases but the one that is asked, which nobody else uses. */
const transactions = (sql: PgClient.PgClient): Promise<number> =>
  Effect.runPromise(
    Effect.map(
      sql.unsafe<{ count: number }>(
        `select sum(xact_commit + xact_rollback)::integer as count from pg_stat_database where datname <> current_database()`
      ),
      ([row]) => row!.count
    )
  )

const measure = async (server: PostgresServer, { idle }: Bench["settings"]): Promise<Resting> => {
  const [database, own] = [await server.create(), await server.create()]
  const set = { sellers: idle.webhooks, webhooksPerSeller: 1, url: "http://127.0.0.1:1" }
  const resting = await withSystem({ database }, (system) =>
    withSql(own, async (sql) => {
      await system.call("createWebhooks", set)
      await sleep(idle.quiet * 1000)
      const [used, count, cpu] = [await system.call("usage"), await transactions(sql), server.cpu()]
      await sleep(idle.seconds * 1000)
      return {
        cpu: ((await system.call("usage")).cpu - used.cpu) / idle.seconds,
        databaseCpu: (server.cpu() - cpu) / idle.seconds,
        transactions: ((await transactions(sql)) - count) / idle.seconds
      }
    })
  )
  for (const used of [database, own]) await server.drop(used)
  return resting
}

const measureAll = (bench: Bench): Promise<ReadonlyArray<Resting>> =>
  withPostgres({}, async (server) => {
    const rounds: Array<Resting> = []
    for (let round = 0; round < Math.min(3, bench.settings.rounds); round++) {
      const resting = await measure(server, bench.settings)
      rounds.push(resting)
      bench.progress(`fp idle: ${percent(resting.cpu)} of a core, ${exact(resting.transactions)} transactions/s`)
    }
    return rounds
  })

export const idlePostgres = async (bench: Bench): Promise<Section> => {
  const rounds = await measureAll(bench)
  const { seconds, webhooks } = bench.settings.idle
  const cpu = spreadOf(rounds.map(({ cpu }) => cpu))
  const databaseCpu = spreadOf(rounds.map(({ databaseCpu }) => databaseCpu))
  const perSecond = spreadOf(rounds.map(({ transactions }) => transactions))
  return {
    name: "idlePostgres",
    title: "At rest on PostgreSQL",
    settings: [
      `PostgreSQL as it comes; one process, API and dispatcher; ${whole(webhooks)} webhooks, nothing to do: ${seconds} s, ${rounds.length} rounds, each with a new database`,
      "Each transaction is one statement, or few; the database's processor time is that of all its processes"
    ],
    tables: [
      {
        columns: ["", "Measured"],
        rows: [
          ["Of one core, the service", withSpread(cpu, percent)],
          ["Of one core, the database", withSpread(databaseCpu, percent)],
          ["Transactions per second", withSpread(perSecond, exact)]
        ]
      }
    ],
    aims: [
      {
        what: "(fp) Of one core, the service",
        aim: "less than 1 %",
        reached: withSpread(cpu, percent),
        isMet: cpu.median < 0.01
      },
      {
        what: "(fp) Transactions per second",
        aim: "less than 2",
        reached: withSpread(perSecond, exact),
        isMet: perSecond.median < 2
      }
    ],
    charts: []
  }
}
