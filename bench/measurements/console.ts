/** (con): pages about a seller with very much, beside the API that they ask; and what it costs that somebody follows deliveries. */
import type { Bench } from "../Bench.ts"
import type { GrowthDatabases, WithGrowthDatabases } from "../databases/growthDatabases.ts"
import { type Child, startChild, withChild } from "../harness/childProcess.ts"
import { settled, withSink, withSystem } from "../harness/deliveryRun.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { now } from "../machine/clock.ts"
import type { DeliverySystem, Service } from "../processes/deliverySystem.ts"
import type { Followed, Shown, Viewer } from "../processes/viewer.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import { median, spreadOf } from "../reporting/statistics.ts"

const webhooksOfSeller = 10

/** What is shown, as addresses of the console below those of the seller. */
const views = [
  { title: "Events", asks: "events", query: "" },
  { title: "Events, from the middle on", asks: "events", query: "middle" },
  { title: "Events of a type", asks: "events", query: "type=content/card_changed" },
  { title: "Events that were delivered", asks: "events", query: "fate=delivered" },
  { title: "Deliveries", asks: "deliveries", query: "" },
  { title: "Deliveries, from the middle on", asks: "deliveries", query: "middle" },
  { title: "Deliveries that failed, of which there are none", asks: "deliveries", query: "success=false" }
] as const
type View = (typeof views)[number]

interface Look extends Shown {
  /** Milliseconds that the API takes for the same. */
  readonly direct: number
}

interface Seen {
  readonly events: number
  readonly view: View
  readonly looks: ReadonlyArray<Look>
}

/** The same as the page asked for, by the operator key. */
const askDirectly = async ({ operatorKey, url }: Service, asked: string): Promise<number> => {
  const startedAt = now()
  const answer = await fetch(`${url}${asked.replace(/^\/console/, "")}`, {
    headers: { authorization: `Bearer ${operatorKey}` }
  })
  await answer.text()
  if (!answer.ok) throw new Error(`${asked} is answered with ${answer.status}`)
  return now() - startedAt
}

const lookAt = async (
  { settings }: Bench,
  service: Service,
  viewer: Child<Viewer>,
  sellerId: string,
  { asks, query }: View,
  middle: number
): Promise<ReadonlyArray<Look>> => {
  const search = query === "middle" ? `to=${new Date(middle).toISOString()}` : query
  const looks: Array<Look> = []
  // The first one is not counted.
  for (let look = 0; look <= settings.console.looks; look++) {
    const shown = await viewer.call("show", { path: `/sellers/${sellerId}/${asks}?${search}`, asks })
    const direct = await askDirectly(service, shown.asked)
    if (look > 0) looks.push({ ...shown, direct })
  }
  return looks
}

const withViewer = <A>(
  system: Child<DeliverySystem>,
  use: (viewer: Child<Viewer>, service: Service) => Promise<A>
): Promise<A> =>
  withChild(startChild<Viewer>("viewer"), async (viewer) => {
    const service = await system.call("service")
    await viewer.call("open", service)
    return use(viewer, service)
  })

const seeAll = (bench: Bench, databases: GrowthDatabases): Promise<ReadonlyArray<Seen>> =>
  withSink(async ({ url }) => {
    const seen: Array<Seen> = []
    for (const events of bench.settings.console.events) {
      const database = await databases.create()
      const end = Date.now() - 3600_000
      const webhooks = await withSystem({ database }, (system) =>
        system.call("createWebhooks", { sellers: 1, webhooksPerSeller: webhooksOfSeller, url })
      )
      bench.progress(`con filling a database with ${whole(events)} events`)
      await databases.fill(database, { end, delivered: { webhooks, events }, waiting: { webhooks, events: 0 } })
      await databases.readIntoMemory(database)
      await withSystem({ database }, (system) =>
        withViewer(system, async (viewer, service) => {
          for (const view of views) {
            // The history is of twenty days.
            const looks = await lookAt(bench, service, viewer, webhooks[0]!.sellerId, view, end - 10 * 24 * 3600_000)
            seen.push({ events, view, looks })
            const [direct, shown] = [median(looks.map((look) => look.direct)), median(looks.map((look) => look.shown))]
            bench.progress(
              `con ${whole(events)} events, ${view.title}: API ${exact(direct)} ms, shown ${exact(shown)} ms`
            )
          }
        })
      )
      await databases.drop(database)
    }
    return seen
  })

interface Round {
  /** Microseconds of the service's processor time for a delivery. */
  readonly cost: number
  /** A second. */
  readonly deliveries: number
  readonly followed?: Followed
}

/** Publishes at a rate whose deliveries are so many a second, and waits until all of them are made. */
const deliver = async (
  { settings }: Bench,
  system: Child<DeliverySystem>,
  requests: () => Promise<number>,
  first: number
): Promise<Omit<Round, "followed">> => {
  const { perSecond, seconds } = settings.console
  const rate = perSecond / webhooksOfSeller
  const workload = { webhooks: 1, events: rate * seconds, eventsPerPublication: 1, publishers: 1 }
  const [before, requestsBefore] = await Promise.all([system.call("usage"), requests()])
  const startedAt = now()
  await system.call("publishAtRate", { rate, first, workload })
  const finishedAt = await settled(system)
  const [used, requestsAfter] = await Promise.all([system.call("usage"), requests()])
  const made = requestsAfter - requestsBefore
  if (made !== workload.events * webhooksOfSeller) throw new Error(`${made} deliveries of ${workload.events} events`)
  return { cost: ((used.cpu - before.cpu) * 1e6) / made, deliveries: (made * 1000) / (finishedAt - startedAt) }
}

interface Following {
  readonly alone: ReadonlyArray<Round>
  readonly followed: ReadonlyArray<Round>
}

const followAll = (bench: Bench, databases: GrowthDatabases): Promise<Following> =>
  withSink(async ({ sink, url }) => {
    const database = await databases.create()
    const result = await withSystem({ database, eventsPerRequest: 1 }, (system) =>
      withViewer(system, async (viewer) => {
        const made = { sellers: 1, webhooksPerSeller: webhooksOfSeller, url }
        const [webhook]: ReadonlyArray<BenchWebhook> = await system.call("createWebhooks", made)
        let first = 0
        const next = async () => {
          const round = await deliver(bench, system, () => sink.call("requests"), first)
          first += 1_000_000
          await sink.call("reset")
          return round
        }
        await next()
        const alone: Array<Round> = []
        const followed: Array<Round> = []
        for (let round = 1; round <= bench.settings.rounds; round++) {
          alone.push(await next())
          await viewer.call("follow", webhook!.sellerId)
          const beside = await next()
          followed.push({ ...beside, followed: await viewer.call("unfollow") })
          bench.progress(
            `con round ${round}: ${exact(alone.at(-1)!.cost)} µs a delivery alone, ${exact(beside.cost)} µs followed`
          )
        }
        return { alone, followed }
      })
    )
    await databases.drop(database)
    return result
  })

const milliseconds = (value: number): string => `${exact(value)} ms`

/** The browser tells of what takes 50 ms or longer. */
const busyTime = (value: number): string => (value === 0 ? "less than 50 ms" : milliseconds(value))

// our choice: what nobody notices, beside what the API takes itself.
const soon = 100

// our choice: a page that does not answer for longer is noticed.
const freeze = 200

// our choice: whoever follows costs deliveries at most a twentieth.
const mostCost = 1.05

const laterThanApi = ({ looks }: Pick<Seen, "looks">) => spreadOf(looks.map(({ direct, shown }) => shown - direct))

const sectionOf = async (bench: Bench, databases: GrowthDatabases): Promise<Section> => {
  const seen = await seeAll(bench, databases)
  const { alone, followed } = await followAll(bench, databases)
  const most = Math.max(...bench.settings.console.events)
  const latest = seen
    .filter(({ events }) => events === most)
    .map(laterThanApi)
    .reduce((one, other) => (other.median > one.median ? other : one))
  const costs = spreadOf(followed.map(({ cost }, round) => cost / alone[round]!.cost))
  const longest = spreadOf(followed.map(({ followed }) => followed!.longest))
  const { looks, perSecond, seconds } = bench.settings.console
  return {
    name: "console",
    title: "Console",
    settings: [
      `${databases.settings}; a seller with ${webhooksOfSeller} webhooks, whose events were delivered within twenty days`,
      "Chromium on the same cores, as the tests of the console have it; shown: from the moment at which another page is asked for until its rows are on the screen",
      `Of each view ${looks} looks, and one before that does not count; the API is asked for the same directly after each`,
      `Following: ${whole(perSecond)} deliveries a second, one event each, for ${seconds} s; ${bench.settings.rounds} rounds in turns, and one before that does not count`,
      "The page shows the 50 latest deliveries of the seller and is told of others once a second"
    ],
    tables: [
      {
        columns: ["", "Events", "The API", "The page has the answer", "It is shown", "Later than the API"],
        rows: seen.map(({ events, looks, view }) => [
          view.title,
          whole(events),
          withSpread(spreadOf(looks.map(({ direct }) => direct)), milliseconds),
          withSpread(spreadOf(looks.map(({ answered }) => answered)), milliseconds),
          withSpread(spreadOf(looks.map(({ shown }) => shown)), milliseconds),
          withSpread(laterThanApi({ looks }), milliseconds)
        ])
      },
      {
        columns: [
          "Deliveries",
          "A second",
          "CPU per delivery, µs",
          "Of that alone",
          "Page busy at most",
          "Changes shown"
        ],
        rows: [
          { title: "Alone", rounds: alone },
          { title: "Followed by a page", rounds: followed }
        ].map(({ rounds, title }) => {
          const isFollowed = rounds === followed
          return [
            title,
            withSpread(spreadOf(rounds.map(({ deliveries }) => deliveries)), whole),
            withSpread(spreadOf(rounds.map(({ cost }) => cost)), exact),
            isFollowed ? withSpread(costs, percent) : "100 %",
            isFollowed ? withSpread(longest, busyTime) : "",
            isFollowed ? withSpread(spreadOf(followed.map(({ followed }) => followed!.changes)), whole) : ""
          ]
        })
      }
    ],
    aims: [
      {
        what: `(con) Pages of a seller with ${whole(most)} events, the view at worst`,
        aim: `shown at most ${soon} ms after the API answers`,
        reached: withSpread(latest, milliseconds),
        isMet: latest.median <= soon
      },
      {
        what: `(con) CPU per delivery, while a page follows ${whole(perSecond)} a second`,
        aim: "at most 105 % of that alone",
        reached: withSpread(costs, percent),
        isMet: costs.median <= mostCost
      },
      {
        what: "(con) The page is busy meanwhile, at a time",
        aim: `at most ${freeze} ms`,
        reached: withSpread(longest, busyTime),
        isMet: longest.median <= freeze
      }
    ],
    charts: []
  }
}

export const consoleOf =
  (withDatabases: WithGrowthDatabases) =>
  (bench: Bench): Promise<Section> =>
    withDatabases(bench.folder, (databases) => sectionOf(bench, databases))
