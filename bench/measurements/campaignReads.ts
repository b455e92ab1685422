/** (dc): requests a second of reads about campaigns, each beside a handler that does nothing for the same answer. */
import type { Bench } from "../Bench.ts"
import { withNewSystem } from "../harness/deliveryRun.ts"
import type { Answer, Target } from "../processes/apiLoad.ts"
import type { BenchCampaign } from "../processes/deliverySystem.ts"
import { percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import { measureTurns, type Pair, reachedBy, sharedSettings, tableOf, withBareServer, withLoad } from "./besideBare.ts"

/** What is asked for about one campaign. */
const reads: Readonly<Record<string, (campaign: BenchCampaign) => Omit<Target, "token">>> = {
  "GET /adv/v1/balance": () => ({ path: "/adv/v1/balance" }),
  "GET /adv/v1/budget": ({ advertId }) => ({ path: `/adv/v1/budget?id=${advertId}` }),
  "GET /adv/v1/promotion/count": () => ({ path: "/adv/v1/promotion/count" }),
  "POST /adv/v1/promotion/adverts": ({ advertId }) => ({
    path: "/adv/v1/promotion/adverts",
    body: JSON.stringify([advertId])
  })
}

const measureRounds = (bench: Bench) =>
  withLoad((load) =>
    withBareServer((bare) =>
      withNewSystem(bench.folder, { isUnlimited: true }, async (system) => {
        const campaigns = await system.call("createCampaigns", bench.settings.api.webhooks)
        const port = Number(new URL((await system.call("service")).url).port)
        const answers: Array<Answer> = []
        const titled = Object.entries(reads)
        for (const [resources, read] of titled) {
          const targets = campaigns.map((campaign) => ({ ...read(campaign), token: campaign.token }))
          answers.push(...(await load.call("learn", { port, resources, targets })))
        }
        const barePort = await bare.call("listen", answers)
        const pairs = titled.map(([resources]): Pair => ({
          bare: {
            title: `Bare node:http for ${resources}`,
            load,
            resources,
            port: barePort,
            usage: () => bare.call("usage")
          },
          served: { title: resources, load, resources, port, usage: () => system.call("usage") }
        }))
        return measureTurns(bench, pairs)
      })
    )
  )

export const campaignReads = async (bench: Bench): Promise<Section> => {
  const pairs = await measureRounds(bench)
  return {
    name: "campaignReads",
    title: "Reads about campaigns",
    settings: [
      ...sharedSettings(bench),
      `${whole(bench.settings.api.webhooks)} sellers with a token, funds and one auction campaign each; every answer is compared with the one expected`,
      "Rate budgets are counted, and larger than the published ones: those allow one request in a second for some of these"
    ],
    tables: [tableOf(pairs)],
    aims: pairs.map((pair) => {
      const reached = reachedBy(pair)
      return {
        what: `(dc) Requests/s of ${pair.served.title}`,
        aim: "a third of a bare handler",
        reached: withSpread(reached, percent),
        isMet: reached.median >= 1 / 3
      }
    }),
    charts: []
  }
}
