/** (fair): what a seller's events wait longer while another has very many to deliver, and the receivers of a third are down. */
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import type { Bench } from "../Bench.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { type Child, startChild, withChild } from "../harness/childProcess.ts"
import {
  type Publisher,
  type RunningSink,
  withOperatorPublisher,
  withSink,
  withSystem
} from "../harness/deliveryRun.ts"
import { exact, factor, whole, withSpread } from "../reporting/format.ts"
import { roomySettings, withPostgres, withSql } from "../databases/postgresServer.ts"
import { prefillDue, waitingFor } from "../databases/prefillPostgres.ts"
import type { DeliverySystem } from "../processes/deliverySystem.ts"
import type { Neighbours } from "../processes/neighbours.ts"
import type { Section } from "../reporting/Section.ts"
import { percentile, spreadOf } from "../reporting/statistics.ts"

/** As many as a seller may have. */
const neighbourWebhooks = 10
const mostRaised = 1.2
const share = 0.95

interface Run extends RunningSink {
  readonly bench: Bench
  readonly sql: PgClient.PgClient
  readonly system: Child<DeliverySystem>
  readonly publisher: Publisher
  readonly neighbours: Awaited<ReturnType<Neighbours["listen"]>>
}

interface Round {
  /** Milliseconds from publication to receipt. */
  readonly alone: ReadonlyArray<number>
  readonly beside: ReadonlyArray<number>
  /** Events that the busy neighbour got per second. */
  readonly busy: number
  readonly server: string
}

/** Publishes at the rate, and gives what each event took. */
const measure = async ({ bench, publisher, sink }: Run, first: number, seconds: number) => {
  const { rate } = bench.settings.fairness
  const workload = { webhooks: 1, events: Math.ceil(rate * seconds), eventsPerPublication: 1, publishers: 1 }
  const events = await publisher.call("publishAtRate", { rate, first, workload })
  let arrived = new Map(await sink.call("times"))
  while (!events.every(({ id }) => arrived.has(id))) {
    await sleep(100)
    arrived = new Map(await sink.call("times"))
  }
  return events.map(({ id, publishedAt }) => arrived.get(id)! - publishedAt)
}

const measureRound = async (run: Run): Promise<Omit<Round, "server">> => {
  const { bench, neighbours, sql, system } = run
  const { fresh, rate, seconds, stuck } = bench.settings.fairness
  const number = rate * seconds
  // Numbers of events, so that no key comes up twice.
  await measure(run, 0, seconds * bench.settings.warmUp)
  const alone = await measure(run, number, seconds)
  const seller = { sellers: 1, webhooksPerSeller: neighbourWebhooks }
  const failing = await system.call("createWebhooks", { ...seller, url: neighbours.failing })
  const accepting = await system.call("createWebhooks", { ...seller, url: neighbours.accepting })
  await Effect.runPromise(prefillDue(sql, failing, stuck))
  await Effect.runPromise(prefillDue(sql, accepting, fresh))
  // What filling leaves to be written is not for the events that are measured to wait for.
  await Effect.runPromise(sql.unsafe("checkpoint"))
  const before = await Effect.runPromise(waitingFor(sql, accepting))
  const startedAt = performance.now()
  const beside = await measure(run, 2 * number, seconds)
  const after = await Effect.runPromise(waitingFor(sql, accepting))
  if (after === 0) bench.progress("fair: the busy seller had nothing left in the end")
  return { alone, beside, busy: (before - after) / ((performance.now() - startedAt) / 1000) }
}

/** The only webhook of a seller, whose events are measured. */
const createMeasured = (system: Child<DeliverySystem>, url: string): Promise<ReadonlyArray<BenchWebhook>> =>
  system.call("createWebhooks", { sellers: 1, webhooksPerSeller: 1, url })

const runRound = (bench: Bench): Promise<Round> =>
  withPostgres(roomySettings, async (server) => {
    const database = await server.create()
    const round = await withSql(database, (sql) =>
      withSink((running) =>
        withSystem({ database }, async (system) =>
          withOperatorPublisher(system, await createMeasured(system, running.url), (publisher) =>
            // They end first: the service does not have to wait for those that hang.
            withChild(startChild<Neighbours>("neighbours"), async (child) =>
              measureRound({ ...running, bench, sql, system, publisher, neighbours: await child.call("listen") })
            )
          )
        )
      )
    )
    return { ...round, server: server.settings }
  })

const milliseconds = (value: number): string => `${exact(value)} ms`

export const fairness = async (bench: Bench): Promise<Section> => {
  const { fairness: settings, rounds: count } = bench.settings
  const rounds: Array<Round> = []
  for (let number = 1; number <= count; number++) {
    const round = await runRound(bench)
    rounds.push(round)
    const [alone, beside] = [round.alone, round.beside].map((latencies) => milliseconds(percentile(latencies, share)))
    bench.progress(`fair round ${number}: p95 ${alone} alone, ${beside} beside ${whole(round.busy)} events/s`)
  }
  const spread = (kind: "alone" | "beside", of: number) => spreadOf(rounds.map((round) => percentile(round[kind], of)))
  const row = (title: string, kind: "alone" | "beside") => [
    title,
    ...[0.5, share, 0.99].map((of) => withSpread(spread(kind, of), milliseconds))
  ]
  const raised = spreadOf(rounds.map(({ alone, beside }) => percentile(beside, share) / percentile(alone, share)))
  const busy = spreadOf(rounds.map(({ busy }) => busy))
  return {
    name: "fairness",
    title: "Fairness",
    settings: [
      `${rounds[0]!.server}, after a checkpoint; one process of the service; ${settings.rate} events/s for ${settings.seconds} s over HTTP, one per publication, to one webhook; ${count} rounds, each with a new database`,
      `beside it one seller with ${whole(settings.stuck)} events for ${neighbourWebhooks} webhooks that refuse or hang, and one with ${whole(settings.fresh)} for ${neighbourWebhooks} that accept, of which ${withSpread(busy, whole)} per second are delivered meanwhile`
    ],
    tables: [
      {
        columns: ["Publication to receipt", "p50", "p95", "p99"],
        rows: [row("The seller alone", "alone"), row("Beside the others", "beside")]
      }
    ],
    aims: [
      {
        what: "(fair) p95 beside the others, compared with alone",
        aim: `at most ${factor(mostRaised)}`,
        reached: withSpread(raised, factor),
        isMet: raised.median <= mostRaised
      }
    ],
    charts: []
  }
}
