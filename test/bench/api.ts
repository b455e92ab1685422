/** (d): requests a second of `GET /api/v1/webhooks/{id}`, beside a handler that does nothing for the same answer. */
import type { Bench } from "./Bench.ts"
import { barChart } from "./chart.ts"
import { type Child, startChild, withChild } from "./childProcess.ts"
import { withNewSystem } from "./deliveryRun.ts"
import { exact, percent, whole, withSpread } from "./format.ts"
import type { ApiLoad } from "./processes/apiLoad.ts"
import type { BareServer } from "./processes/bareServer.ts"
import type { DeliverySystem } from "./processes/deliverySystem.ts"
import type { Section } from "./Section.ts"
import { spreadOf } from "./statistics.ts"
import type { Usage } from "./usage.ts"

interface Measured {
  readonly requests: number
  readonly seconds: number
  /** Of processor time: the server's, and the load generator's. */
  readonly cpu: number
  readonly loadCpu: number
}

interface Server {
  readonly title: string
  readonly port: number
  readonly usage: () => Promise<Usage>
}

const measure = async ({ settings }: Bench, load: Child<ApiLoad>, { port, usage }: Server): Promise<Measured> => {
  const { connections, seconds } = settings.api
  await load.call("load", { port, connections, seconds: seconds * settings.warmUp })
  const before = await Promise.all([usage(), load.call("usage")])
  const answered = await load.call("load", { port, connections, seconds })
  const [used, loadUsed] = await Promise.all([usage(), load.call("usage")])
  return { ...answered, cpu: used.cpu - before[0].cpu, loadCpu: loadUsed.cpu - before[1].cpu }
}

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
    return use(system, { title: "GET /api/v1/webhooks/{id}", port, usage: () => system.call("usage") }, answers)
  })

const withBareServer = <A>(answers: ReadonlyMap<string, string>, use: (bare: Server) => Promise<A>): Promise<A> =>
  withChild(startChild<BareServer>("bareServer"), async (bare) =>
    use({ title: "Bare node:http", port: await bare.call("listen", answers), usage: () => bare.call("usage") })
  )

const rate = ({ requests, seconds }: Measured): number => requests / seconds
const cost = ({ cpu, requests }: Measured): number => (cpu / requests) * 1e6

const measureTurns = async (bench: Bench, load: Child<ApiLoad>, servers: ReadonlyArray<Server>) => {
  const results = servers.map((server) => ({ server, rounds: [] as Array<Measured> }))
  for (let round = 1; round <= bench.settings.rounds; round++) {
    for (const { rounds, server } of results) {
      const measured = await measure(bench, load, server)
      rounds.push(measured)
      bench.progress(`d ${server.title}, round ${round}: ${whole(rate(measured))} requests/s`)
    }
  }
  return results.map(({ rounds, server }) => ({ title: server.title, rounds }))
}

const measureRounds = (bench: Bench) =>
  withChild(startChild<ApiLoad>("apiLoad"), (load) =>
    withService(bench, load, (_system, service, answers) =>
      withBareServer(answers, (bare) => measureTurns(bench, load, [bare, service]))
    )
  )

/** Where the service spends its time while it is asked, and microseconds of processor time per request. */
export const profileApi = (bench: Bench) =>
  withChild(startChild<ApiLoad>("apiLoad"), (load) =>
    withService(bench, load, async (system, service) => {
      await system.call("startProfile")
      const measured = await measure(bench, load, service)
      return { profile: await system.call("stopProfile"), cost: cost(measured) }
    })
  )

export const api = async (bench: Bench): Promise<Section> => {
  const { connections, seconds, webhooks } = bench.settings.api
  const results = await measureRounds(bench)
  const [bare] = results
  const ratio = (rounds: ReadonlyArray<Measured>, value: (measured: Measured, other: Measured) => number) =>
    spreadOf(rounds.map((measured, round) => value(measured, bare!.rounds[round]!)))
  const byRate = (rounds: ReadonlyArray<Measured>) => ratio(rounds, (measured, other) => rate(measured) / rate(other))
  const byCost = (rounds: ReadonlyArray<Measured>) => ratio(rounds, (measured, other) => cost(other) / cost(measured))
  const reached = byRate(results[1]!.rounds)
  return {
    name: "api",
    title: "API",
    settings: [
      `${connections} kept-alive connections with one request each at a time, from another process on the same cores; ${seconds} s, ${bench.settings.rounds} rounds in turns, before each ${percent(bench.settings.warmUp)} of the time, which do not count`,
      `${whole(webhooks)} webhooks, each of a seller of its own with a token of its own: rate budgets stay as they are, and every answer is compared with the one expected`,
      "Of bare, by cost: processor time per request of the bare server over that of the service, which the load generator does not limit"
    ],
    tables: [
      {
        columns: ["", "Requests/s", "Of bare", "Of bare, by cost", "CPU per request, µs", "Server busy", "Load busy"],
        rows: results.map(({ rounds, title }, index) => [
          title,
          withSpread(spreadOf(rounds.map(rate)), whole),
          index === 0 ? "" : withSpread(byRate(rounds), percent),
          index === 0 ? "" : withSpread(byCost(rounds), percent),
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
        alternative: "Requests per second of a bare handler and of the API",
        svg: barChart({
          title: "Requests per second",
          bars: results.map(({ rounds, title }, index) => ({
            label: title,
            isReference: index === 0,
            ...spreadOf(rounds.map(rate))
          })),
          format: whole
        })
      }
    ]
  }
}
