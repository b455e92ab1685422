/** Servers that answer requests, each beside a bare handler that does nothing for the same answer: they take turns. */
import type { Bench } from "../Bench.ts"
import type { Child } from "../harness/childProcess.ts"
import { startChild, withChild } from "../harness/childProcess.ts"
import type { Usage } from "../machine/usage.ts"
import type { ApiLoad } from "../processes/apiLoad.ts"
import type { BareServer } from "../processes/bareServer.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import { spreadOf } from "../reporting/statistics.ts"

interface Measured {
  readonly requests: number
  readonly seconds: number
  /** Of processor time: the server's, and the load generator's. */
  readonly cpu: number
  readonly loadCpu: number
}

export interface Server {
  readonly title: string
  /** Who asks it. */
  readonly load: Child<ApiLoad>
  /** The name under which `load` has learnt what to ask for, and what the answers are. */
  readonly resources: string
  readonly port: number
  readonly usage: () => Promise<Usage>
}

export interface Pair {
  readonly bare: Server
  readonly served: Server
}

export const withLoad = <A>(use: (load: Child<ApiLoad>) => Promise<A>): Promise<A> =>
  withChild(startChild<ApiLoad>("apiLoad"), use)

export const withBareServer = <A>(use: (bare: Child<BareServer>) => Promise<A>): Promise<A> =>
  withChild(startChild<BareServer>("bareServer"), use)

export const measure = async ({ settings }: Bench, { load, port, resources, usage }: Server): Promise<Measured> => {
  const { connections, seconds } = settings.api
  await load.call("load", { port, resources, connections, seconds: seconds * settings.warmUp })
  const before = await Promise.all([usage(), load.call("usage")])
  const answered = await load.call("load", { port, resources, connections, seconds })
  const [used, loadUsed] = await Promise.all([usage(), load.call("usage")])
  return { ...answered, cpu: used.cpu - before[0].cpu, loadCpu: loadUsed.cpu - before[1].cpu }
}

export const warmUp = ({ settings }: Bench, { load, port, resources }: Server) =>
  load.call("load", { port, resources, connections: settings.api.connections, seconds: settings.api.warmUpSeconds })

const rate = ({ requests, seconds }: Measured): number => requests / seconds
export const cost = ({ cpu, requests }: Measured): number => (cpu / requests) * 1e6

interface Rounds {
  readonly title: string
  readonly rounds: ReadonlyArray<Measured>
}

export interface PairRounds {
  readonly bare: Rounds
  readonly served: Rounds
}

export const measureTurns = async (bench: Bench, pairs: ReadonlyArray<Pair>): Promise<ReadonlyArray<PairRounds>> => {
  const servers = pairs.flatMap(({ bare, served }) => [bare, served])
  for (const server of servers) await warmUp(bench, server)
  const rounds = new Map(servers.map((server) => [server, [] as Array<Measured>]))
  for (let round = 1; round <= bench.settings.rounds; round++) {
    for (const [server, measured] of rounds) {
      const one = await measure(bench, server)
      measured.push(one)
      bench.progress(`d ${server.title}, round ${round}: ${whole(rate(one))} requests/s`)
    }
  }
  const roundsOf = (server: Server): Rounds => ({ title: server.title, rounds: rounds.get(server)! })
  return pairs.map(({ bare, served }) => ({ bare: roundsOf(bare), served: roundsOf(served) }))
}

const ratios = ({ bare, served }: PairRounds, of: (measured: Measured, bare: Measured) => number) =>
  spreadOf(served.rounds.map((measured, round) => of(measured, bare.rounds[round]!)))

/** Requests a second, as a part of the bare handler's. */
export const reachedBy = (pair: PairRounds) => ratios(pair, (measured, bare) => rate(measured) / rate(bare))

const reachedByCost = (pair: PairRounds) => ratios(pair, (measured, bare) => cost(bare) / cost(measured))

const row = ({ rounds, title }: Rounds, ...ofBare: readonly [string, string]): ReadonlyArray<string> => [
  title,
  withSpread(spreadOf(rounds.map(rate)), whole),
  ...ofBare,
  exact(spreadOf(rounds.map(cost)).median),
  percent(spreadOf(rounds.map(({ cpu, seconds }) => cpu / seconds)).median),
  percent(spreadOf(rounds.map(({ loadCpu, seconds }) => loadCpu / seconds)).median)
]

export const tableOf = (pairs: ReadonlyArray<PairRounds>): Section["tables"][number] => ({
  columns: ["", "Requests/s", "Of bare", "Of bare, by cost", "CPU per request, µs", "Server busy", "Load busy"],
  rows: pairs.flatMap((pair) => [
    row(pair.bare, "", ""),
    row(pair.served, withSpread(reachedBy(pair), percent), withSpread(reachedByCost(pair), percent))
  ])
})

/** Bars of requests a second. */
export const barsOf = (pairs: ReadonlyArray<PairRounds>) =>
  pairs.flatMap(({ bare, served }) =>
    [bare, served].map((one) => ({
      label: one.title,
      isReference: one === bare,
      ...spreadOf(one.rounds.map(rate))
    }))
  )

/** What every table of this kind depends on. */
export const sharedSettings = ({ settings: { api, rounds, warmUp: part } }: Bench): ReadonlyArray<string> => [
  `${api.connections} kept-alive connections with one request each at a time, from another process on the same cores; ${api.seconds} s, ${rounds} rounds in turns, before each ${percent(part)} of the time, and ${api.warmUpSeconds} s before the first, which do not count`,
  "The load generator never sleeps: waking it would be the server's work, which callers on other machines are not",
  "Of bare, by cost: processor time per request of the bare server over that of the service, which the load generator does not limit"
]
