/** Every benchmark by its name. */
import { api } from "./measurements/api.ts"
import type { Bench } from "./Bench.ts"
import { campaignReads } from "./measurements/campaignReads.ts"
import { consoleOf } from "./measurements/console.ts"
import { disk } from "./measurements/disk.ts"
import { edge } from "./measurements/edge.ts"
import { fairness } from "./measurements/fairness.ts"
import { growth } from "./measurements/growth.ts"
import { onPostgres, onSqlite } from "./databases/growthDatabases.ts"
import { idle } from "./measurements/idle.ts"
import { idlePostgres } from "./measurements/idlePostgres.ts"
import { imports } from "./measurements/imports.ts"
import { latency } from "./measurements/latency.ts"
import { reportsOnPostgres, reportsOnSqlite } from "./databases/reportDatabases.ts"
import { reports } from "./measurements/reports.ts"
import { queues } from "./measurements/queues.ts"
import type { Section } from "./reporting/Section.ts"
import { size } from "./measurements/size.ts"
import { throughput } from "./measurements/throughput.ts"
import { whereTimeGoes } from "./measurements/whereTimeGoes.ts"

interface Group {
  /** Measured in one run, so that they can be compared. */
  readonly benchmarks: Readonly<Record<string, string>>
  readonly run: (chosen: ReadonlyArray<string>) => (bench: Bench) => Promise<Section>
  /** Only when it is named. */
  readonly isExtra?: boolean
}

const groups: ReadonlyArray<Group> = [
  {
    benchmarks: {
      a: "raw ceiling: undici alone sends the same requests",
      b1: "events published, sent one per request, and recorded",
      b2: "events published, sent in batches, and recorded"
    },
    run: throughput
  },
  { benchmarks: { c: "latency from publication to receipt" }, run: () => latency },
  { benchmarks: { d: "requests of the API, beside a bare handler" }, run: () => api },
  { benchmarks: { dc: "reads about campaigns, beside a bare handler" }, run: () => campaignReads },
  { benchmarks: { e: "growth: much history, much that waits" }, run: () => growth(onSqlite) },
  { benchmarks: { ep: "the same on PostgreSQL" }, run: () => growth(onPostgres) },
  { benchmarks: { fair: "latency beside sellers with very much to deliver" }, run: () => fairness },
  { benchmarks: { r: "answers of many rows, beside a bare handler" }, run: () => reports(reportsOnSqlite) },
  { benchmarks: { rp: "the same on PostgreSQL" }, run: () => reports(reportsOnPostgres) },
  { benchmarks: { q: "the service on PostgreSQL beside job queues" }, run: () => queues },
  { benchmarks: { disk: "bytes that an event takes on the disk" }, run: () => disk },
  {
    benchmarks: { con: "the console: pages of a seller with very much, and following" },
    run: () => consoleOf(onSqlite)
  },
  { benchmarks: { f: "cost at rest, memory, start" }, run: () => idle },
  { benchmarks: { fp: "cost at rest on PostgreSQL" }, run: () => idlePostgres },
  { benchmarks: { w: "at the edge: publications, latency, requests, rows, start, in workerd" }, run: () => edge },
  { benchmarks: { i: "import of rows, beside COPY and a bare prepared insert" }, run: () => imports },
  { benchmarks: { size: "what is installed, and how long importing it takes" }, run: () => size },
  { benchmarks: { profile: "where (b1), (b2) and (d) spend their time" }, run: () => whereTimeGoes, isExtra: true }
]

/** What each name stands for. */
export const benchmarks: Readonly<Record<string, string>> = Object.assign(
  {},
  ...groups.map(({ benchmarks }) => benchmarks)
)

/** Runs the named benchmarks, or all when none is named. */
export const runBenchmarks = async (bench: Bench, names: ReadonlyArray<string>): Promise<ReadonlyArray<Section>> => {
  const sections: Array<Section> = []
  for (const { benchmarks, isExtra = false, run } of groups) {
    const chosen = Object.keys(benchmarks).filter((name) => (names.length === 0 ? !isExtra : names.includes(name)))
    if (chosen.length > 0) sections.push(await run(chosen)(bench))
  }
  return sections
}
