/**
 * (d): requests a second of `GET /api/v1/webhooks/{id}`, beside a handler that does nothing for the same answer: of the service, and
 * of an Express app that the API is mounted in.
 */
import { join } from "node:path"
import type { Bench } from "../Bench.ts"
import { barChart } from "../reporting/chart.ts"
import { type Child, startChild, withChild } from "../harness/childProcess.ts"
import { withNewSystem } from "../harness/deliveryRun.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import type { ApiLoad } from "../processes/apiLoad.ts"
import type { BareExpress } from "../processes/bareExpress.ts"
import type { BareServer } from "../processes/bareServer.ts"
import type { DeliverySystem } from "../processes/deliverySystem.ts"
import type { ExpressHost } from "../processes/expressHost.ts"
import type { Section } from "../reporting/Section.ts"
import { spreadOf } from "../reporting/statistics.ts"
import type { Usage } from "../machine/usage.ts"

interface Measured {
  readonly requests: number
  readonly seconds: number
  /** Of processor time: the server's, and the load generator's. */
  readonly cpu: number
  readonly loadCpu: number
}

interface Server {
  readonly title: string
  /** Who asks it, and knows what it has to answer. */
  readonly load: Child<ApiLoad>
  readonly port: number
  readonly usage: () => Promise<Usage>
}

const measure = async ({ settings }: Bench, { load, port, usage }: Server): Promise<Measured> => {
  const { connections, seconds } = settings.api
  await load.call("load", { port, connections, seconds: seconds * settings.warmUp })
  const before = await Promise.all([usage(), load.call("usage")])
  const answered = await load.call("load", { port, connections, seconds })
  const [used, loadUsed] = await Promise.all([usage(), load.call("usage")])
  return { ...answered, cpu: used.cpu - before[0].cpu, loadCpu: loadUsed.cpu - before[1].cpu }
}

const warmUp = ({ settings }: Bench, { load, port }: Server) =>
  load.call("load", { port, connections: settings.api.connections, seconds: settings.api.warmUpSeconds })

const withLoad = <A>(use: (load: Child<ApiLoad>) => Promise<A>): Promise<A> =>
  withChild(startChild<ApiLoad>("apiLoad"), use)

const operation = "GET /api/v1/webhooks/{id}"

/** Calls `use` with the service, which has answered for each webhook once, and with those answers. */
const withService = <A>(
  { folder, settings }: Bench,
  load: Child<ApiLoad>,
  use: (system: Child<DeliverySystem>, service: Server, answers: ReadonlyMap<string, string>) => Promise<A>
): Promise<A> =>
  withNewSystem(folder, {}, async (system) => {
    // Nothing is published, so nothing is sent to this address.
    const set = { sellers: settings.api.webhooks, webhooksPerSeller: 1, url: "http://127.0.0.1:9" }
    const webhooks = await system.call("createWebhooks", set)
    const tokens = await system.call("tokens")
    const port = Number(new URL((await system.call("service")).url).port)
    const targets = webhooks.map(({ id }, index) => ({ path: `/api/v1/webhooks/${id}`, token: tokens[index]! }))
    const answers = await load.call("learn", { port, targets })
    return use(system, { title: operation, load, port, usage: () => system.call("usage") }, answers)
  })

const withBareServer = <A>(
  load: Child<ApiLoad>,
  answers: ReadonlyMap<string, string>,
  use: (bare: Server) => Promise<A>
): Promise<A> =>
  withChild(startChild<BareServer>("bareServer"), async (bare) =>
    use({ title: "Bare node:http", load, port: await bare.call("listen", answers), usage: () => bare.call("usage") })
  )

/** Calls `use` with a bare Express handler and an Express app with the API. */
const withExpress = <A>({ folder, settings }: Bench, use: (servers: ReadonlyArray<Server>) => Promise<A>): Promise<A> =>
  withLoad((load) =>
    withChild(startChild<ExpressHost>("expressHost", { file: join(folder, "express.db") }), async (host) => {
      const targets = await host.call("createWebhooks", settings.api.webhooks)
      const port = await host.call("port")
      const answers = await load.call("learn", { port, targets })
      return withChild(startChild<BareExpress>("bareExpress"), async (bare) =>
        use([
          { title: "Bare Express", load, port: await bare.call("listen", answers), usage: () => bare.call("usage") },
          { title: `${operation} in Express`, load, port, usage: () => host.call("usage") }
        ])
      )
    })
  )

const rate = ({ requests, seconds }: Measured): number => requests / seconds
const cost = ({ cpu, requests }: Measured): number => (cpu / requests) * 1e6

const measureTurns = async (bench: Bench, servers: ReadonlyArray<Server>) => {
  for (const server of servers) await warmUp(bench, server)
  const results = servers.map((server) => ({ server, rounds: [] as Array<Measured> }))
  for (let round = 1; round <= bench.settings.rounds; round++) {
    for (const { rounds, server } of results) {
      const measured = await measure(bench, server)
      rounds.push(measured)
      bench.progress(`d ${server.title}, round ${round}: ${whole(rate(measured))} requests/s`)
    }
  }
  return results.map(({ rounds, server }) => ({ title: server.title, rounds }))
}

const measureRounds = (bench: Bench) =>
  withLoad((load) =>
    withService(bench, load, (_system, service, answers) =>
      withBareServer(load, answers, (bare) =>
        withExpress(bench, (express) => measureTurns(bench, [bare, service, ...express]))
      )
    )
  )

/** Where the service spends its time while it is asked, and microseconds of processor time per request. */
export const profileApi = (bench: Bench) =>
  withLoad((load) =>
    withService(bench, load, async (system, service) => {
      await warmUp(bench, service)
      await system.call("startProfile")
      const measured = await measure(bench, service)
      return { profile: await system.call("stopProfile"), cost: cost(measured) }
    })
  )

type Results = Awaited<ReturnType<typeof measureRounds>>

/** Each beside the bare one of its kind, which is before it. */
const bareOf = (results: Results, index: number) => results[index - (index % 2)]!

const ratios = (results: Results, index: number, of: (measured: Measured, bare: Measured) => number) =>
  spreadOf(results[index]!.rounds.map((measured, round) => of(measured, bareOf(results, index).rounds[round]!)))

const byRate = (measured: Measured, bare: Measured): number => rate(measured) / rate(bare)
const byCost = (measured: Measured, bare: Measured): number => cost(bare) / cost(measured)

export const api = async (bench: Bench): Promise<Section> => {
  const { connections, seconds, warmUpSeconds, webhooks } = bench.settings.api
  const results = await measureRounds(bench)
  const isBare = (index: number): boolean => index % 2 === 0
  const reached = ratios(results, 1, byRate)
  return {
    name: "api",
    title: "API",
    settings: [
      `${connections} kept-alive connections with one request each at a time, from another process on the same cores; ${seconds} s, ${bench.settings.rounds} rounds in turns, before each ${percent(bench.settings.warmUp)} of the time, and ${warmUpSeconds} s before the first, which do not count`,
      "The load generator never sleeps: waking it would be the server's work, which callers on other machines are not",
      `${whole(webhooks)} webhooks, each of a seller of its own with a token of its own: rate budgets stay as they are, and every answer is compared with the one expected`,
      "In Express: an app with nothing but the API, in a process of its own with a SQLite file of its own; its bare one is a handler that sends the same JSON",
      "Of bare, by cost: processor time per request of the bare server over that of the service, which the load generator does not limit"
    ],
    tables: [
      {
        columns: ["", "Requests/s", "Of bare", "Of bare, by cost", "CPU per request, µs", "Server busy", "Load busy"],
        rows: results.map(({ rounds, title }, index) => [
          title,
          withSpread(spreadOf(rounds.map(rate)), whole),
          isBare(index) ? "" : withSpread(ratios(results, index, byRate), percent),
          isBare(index) ? "" : withSpread(ratios(results, index, byCost), percent),
          exact(spreadOf(rounds.map(cost)).median),
          percent(spreadOf(rounds.map(({ cpu, seconds }) => cpu / seconds)).median),
          percent(spreadOf(rounds.map(({ loadCpu, seconds }) => loadCpu / seconds)).median)
        ])
      }
    ],
    aims: [
      {
        what: "(d) Requests/s of one webhook",
        aim: "a third of a bare handler",
        reached: withSpread(reached, percent),
        isMet: reached.median >= 1 / 3
      }
    ],
    charts: [
      {
        name: "api",
        alternative: "Requests per second of bare handlers and of the API",
        svg: barChart({
          title: "Requests per second",
          bars: results.map(({ rounds, title }, index) => ({
            label: title,
            isReference: isBare(index),
            ...spreadOf(rounds.map(rate))
          })),
          format: whole
        })
      }
    ]
  }
}
