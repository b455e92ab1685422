/**
 * (d): requests a second of `GET /api/v1/webhooks/{id}`, beside a handler that does nothing for the same answer: of the service, and
 * of an Express app that the API is mounted in.
 */
import { join } from "node:path"
import type { Bench } from "../Bench.ts"
import { type Child, startChild, withChild } from "../harness/childProcess.ts"
import { withNewSystem } from "../harness/deliveryRun.ts"
import type { Answer, ApiLoad } from "../processes/apiLoad.ts"
import type { BareExpress } from "../processes/bareExpress.ts"
import type { DeliverySystem } from "../processes/deliverySystem.ts"
import type { ExpressHost } from "../processes/expressHost.ts"
import { barChart } from "../reporting/chart.ts"
import { percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import {
  barsOf,
  cost,
  measure,
  measureTurns,
  type Pair,
  reachedBy,
  type Server,
  sharedSettings,
  tableOf,
  warmUp,
  withBareServer,
  withLoad
} from "./besideBare.ts"

const operation = "GET /api/v1/webhooks/{id}"
const resources = "webhooks"

/** Calls `use` with the service, which has answered for each webhook once, and with those answers. */
const withService = <A>(
  { folder, settings }: Bench,
  load: Child<ApiLoad>,
  use: (system: Child<DeliverySystem>, service: Server, answers: ReadonlyArray<Answer>) => Promise<A>
): Promise<A> =>
  withNewSystem(folder, {}, async (system) => {
    // Nothing is published, so nothing is sent to this address.
    const set = { sellers: settings.api.webhooks, webhooksPerSeller: 1, url: "http://127.0.0.1:9" }
    const webhooks = await system.call("createWebhooks", set)
    const tokens = await system.call("tokens")
    const port = Number(new URL((await system.call("service")).url).port)
    const targets = webhooks.map(({ id }, index) => ({ path: `/api/v1/webhooks/${id}`, token: tokens[index]! }))
    const answers = await load.call("learn", { port, resources, targets })
    return use(system, { title: operation, load, resources, port, usage: () => system.call("usage") }, answers)
  })

/** Calls `use` with an Express app with the API, beside a bare Express handler. */
const withExpress = <A>({ folder, settings }: Bench, use: (pair: Pair) => Promise<A>): Promise<A> =>
  withLoad((load) =>
    withChild(startChild<ExpressHost>("expressHost", { file: join(folder, "express.db") }), async (host) => {
      const targets = await host.call("createWebhooks", settings.api.webhooks)
      const port = await host.call("port")
      const answers = await load.call("learn", { port, resources, targets })
      return withChild(startChild<BareExpress>("bareExpress"), async (bare) =>
        use({
          bare: {
            title: "Bare Express",
            load,
            resources,
            port: await bare.call("listen", answers),
            usage: () => bare.call("usage")
          },
          served: { title: `${operation} in Express`, load, resources, port, usage: () => host.call("usage") }
        })
      )
    })
  )

const measureRounds = (bench: Bench) =>
  withLoad((load) =>
    withService(bench, load, (_system, served, answers) =>
      withBareServer(async (child) => {
        const port = await child.call("listen", answers)
        const bare: Server = { title: "Bare node:http", load, resources, port, usage: () => child.call("usage") }
        return withExpress(bench, (express) => measureTurns(bench, [{ bare, served }, express]))
      })
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

export const api = async (bench: Bench): Promise<Section> => {
  const pairs = await measureRounds(bench)
  const reached = reachedBy(pairs[0]!)
  return {
    name: "api",
    title: "API",
    settings: [
      ...sharedSettings(bench),
      `${whole(bench.settings.api.webhooks)} webhooks, each of a seller of its own with a token of its own: rate budgets stay as they are, and every answer is compared with the one expected`,
      "In Express: an app with nothing but the API, in a process of its own with a SQLite file of its own; its bare one is a handler that sends the same JSON"
    ],
    tables: [tableOf(pairs)],
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
        svg: barChart({ title: "Requests per second", bars: barsOf(pairs), format: whole })
      }
    ]
  }
}
