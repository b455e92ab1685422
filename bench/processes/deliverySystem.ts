/**
 * The service, whole: API, operator interface and dispatcher over SQLite, as `sellerkit serve` runs them in the production
 * profile. Only its logger is another, and its services can be called from within, as an embedder does.
 */
import "effect/schema/SchemaJITCompiler/enable"
import {
  Category,
  Campaigns,
  Deliveries,
  DeliveryQueue,
  EventId,
  Events,
  Finance,
  JwtTokens,
  Limits,
  onBehalfOf,
  Products,
  SellerId,
  type TimePage,
  type TimePageRequest,
  Webhooks
} from "@sellerkit/core"
import { defaultLimits } from "@sellerkit/core/service"
import { defaultDispatcherOptions, DispatcherOptions } from "@sellerkit/core/delivery"
import { keepObjectsYoung, loadSettings, serviceLayer } from "@sellerkit/standalone"
import * as NodeServices from "@effect/platform-node/NodeServices"
import {
  ConfigProvider,
  DateTime,
  Duration,
  Effect,
  Layer,
  Logger,
  ManagedRuntime,
  Option,
  Record,
  Redacted
} from "effect"
import { HttpServer } from "effect/http"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type AcceptedEvent, eventTime, keyOf, payloadOf, scope, type } from "../load/benchEvent.ts"
import { type BenchWebhook, pathOf } from "../load/benchWebhook.ts"
import { serveCommands, startOptions } from "../harness/childProcess.ts"
import { now } from "../machine/clock.ts"
import { type ProfiledFunction, startProfile } from "../machine/profile.ts"
import { type Publish, publishCommands } from "../load/publishing.ts"
import { usage } from "../machine/usage.ts"

export interface DeliverySystemOptions {
  /** As `SELLERKIT_DATABASE` names it. */
  readonly database: string
  /** At most so many events in one request; the service's own number, when absent. */
  readonly eventsPerRequest?: number
  /** Rate budgets that no load spends. */
  readonly isUnlimited?: boolean
}

export interface Service {
  /** Where it listens. */
  readonly url: string
  readonly operatorKey: string
}

interface WebhookSet {
  readonly sellers: number
  readonly webhooksPerSeller: number
  /** Of the sink. */
  readonly url: string
}

/** A campaign, and a token of its seller. */
export interface BenchCampaign {
  readonly advertId: number
  readonly token: string
}

interface PageRequest {
  readonly sellerId: string
  /** Each page begins after one of them, or is the first page. */
  readonly cursors: ReadonlyArray<{ readonly time: number; readonly id: string } | undefined>
  readonly limit: number
}

interface FateRequest {
  readonly sellerId: string
  readonly ids: ReadonlyArray<string>
}

keepObjectsYoung()

const { database, eventsPerRequest, isUnlimited = false } = startOptions<DeliverySystemOptions>()
const unlimited = { permits: 1_000_000_000, window: "1 second" } as const
const tokenSecret = randomUUID()
const operatorKey = randomUUID()

const settings = loadSettings("production", undefined).pipe(
  Effect.provideService(
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnvRecord({
      HOST: "127.0.0.1",
      PORT: "0",
      SELLERKIT_DATABASE: database,
      SELLERKIT_OPERATOR_KEY: operatorKey,
      SELLERKIT_TOKEN_SECRET: tokenSecret,
      SELLERKIT_ALLOWED_NETWORKS: "127.0.0.0/8"
    })
  )
)

const runtime = ManagedRuntime.make(
  Layer.unwrap(Effect.map(settings, serviceLayer)).pipe(
    Layer.provide(NodeServices.layer),
    Layer.provide(
      Layer.succeed(DispatcherOptions, {
        ...defaultDispatcherOptions,
        ...(eventsPerRequest === undefined ? undefined : { eventsPerBatch: eventsPerRequest })
      })
    ),
    Layer.provide(Layer.succeed(Limits, isUnlimited ? Record.map(defaultLimits, () => unlimited) : {})),
    Layer.provideMerge(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]))
  )
)
const services = Effect.all({
  campaigns: Campaigns,
  finance: Finance,
  products: Products,
  deliveries: Deliveries,
  events: Events,
  queue: DeliveryQueue,
  webhooks: Webhooks
})
const { campaigns, deliveries, events, finance, products, queue, webhooks } = await runtime.runPromise(services)

let created: ReadonlyArray<BenchWebhook> = []
const accountOf = (webhook: number) => ({ sellerId: SellerId.make(created[webhook]!.sellerId), sandbox: false })
const ownerOf = (sellerId: string) => ({ sellerId: SellerId.make(sellerId), sandbox: false, serviceId: null })

const createOne = Effect.fnUntraced(function* (sellerId: string, url: string) {
  const { secret, webhook } = yield* webhooks.create(onBehalfOf(ownerOf(sellerId), "operator"), {
    enabled: true,
    name: "Benchmark",
    url,
    subscriptions: [{ scope, event: type }]
  })
  return { sellerId, id: webhook.id, secret: Redacted.value(secret) }
})

const tokenFor = (sellerId: string) =>
  Effect.map(
    JwtTokens.issue(
      Redacted.make(tokenSecret),
      {
        tokenId: randomUUID(),
        sellerId: SellerId.make(sellerId),
        type: "base",
        categories: Category.literals,
        readOnly: false,
        sandbox: false
      },
      Duration.hours(1)
    ),
    Redacted.value
  )

/** Of a seller of its own, which has one product and funds. */
const createCampaign = Effect.fnUntraced(function* () {
  const sellerId = randomUUID()
  const account = { sellerId: SellerId.make(sellerId), sandbox: false }
  yield* products.put(account, [{ nm: 1, title: "Benchmark", subjectId: 1, subjectName: "Benchmarks" }])
  yield* finance.credit(account, { idempotencyKey: randomUUID(), account: 1000, balance: 0, bonus: 0 })
  const advertId = yield* campaigns.createAuction(account, {
    name: "Benchmark",
    nms: [1],
    bidType: "manual",
    paymentType: "cpm",
    placementTypes: ["search"]
  })
  return { advertId, token: yield* tokenFor(sellerId) }
})

const time = DateTime.makeUnsafe(eventTime)

const publish: Publish = async ({ isKeyless, numbers, webhook }) => {
  const inputs = numbers.map((number) => ({
    scope,
    type,
    payload: payloadOf(number),
    time,
    ...(isKeyless ? undefined : { idempotencyKey: keyOf(number) })
  }))
  const published = await runtime.runPromise(events.publish(accountOf(webhook), inputs))
  return published.map(({ id }) => id)
}

/** Delivered at the first attempt, and recorded so. */
const isDelivered = ({ id, webhook }: AcceptedEvent) =>
  Effect.map(deliveries.fates(accountOf(webhook), EventId.make(id)), ({ webhooks }) =>
    webhooks.every(({ attempts, fate }) => fate === "delivered" && attempts === 1)
  )

/** Milliseconds. */
const timeOf = async <A>(work: Effect.Effect<A, unknown>): Promise<readonly [time: number, value: A]> => {
  const startedAt = now()
  const value = await runtime.runPromise(work)
  return [now() - startedAt, value]
}

let stopProfile: (() => Promise<ReadonlyArray<ProfiledFunction>>) | undefined

const commands = {
  service: (): Promise<Service> =>
    runtime.runPromise(HttpServer.addressFormattedWith((url) => Effect.succeed({ url, operatorKey }))),
  /** Each at a path of its own. They come after those that are there, which are not given again. */
  createWebhooks: async ({ sellers, url, webhooksPerSeller }: WebhookSet): Promise<ReadonlyArray<BenchWebhook>> => {
    const sellerIds = Array.from({ length: sellers }, () => randomUUID())
    const owners = sellerIds.flatMap((sellerId) => Array.from({ length: webhooksPerSeller }, () => sellerId))
    const creations = owners.map((sellerId, index) => createOne(sellerId, `${url}${pathOf(created.length + index)}`))
    const set = await runtime.runPromise(Effect.all(creations, { concurrency: "unbounded" }))
    created = [...created, ...set]
    return set
  },
  /** Webhooks that an earlier process created. */
  useWebhooks: (known: ReadonlyArray<BenchWebhook>): void => {
    created = known
  },
  ...publishCommands(publish),
  /**
   * Completes when nothing is due any more within `horizon` milliseconds, so that everything else has been sent and
   * recorded; gives when that was, on the shared clock.
   */
  settled: async (horizon: number): Promise<number> => {
    for (;;) {
      const due = await runtime.runPromise(queue.nextDue([]))
      if (Option.isNone(due) || Duration.toMillis(due.value) > horizon) return now()
      await sleep(10)
    }
  },
  /** How many of the events are not recorded as delivered. */
  undelivered: async (accepted: ReadonlyArray<AcceptedEvent>): Promise<number> => {
    const fates = await runtime.runPromise(Effect.forEach(accepted, isDelivered, { concurrency: 32 }))
    return fates.filter((delivered) => !delivered).length
  },
  /** One token per webhook, of its seller. */
  tokens: (): Promise<ReadonlyArray<string>> =>
    runtime.runPromise(Effect.forEach(created, ({ sellerId }) => tokenFor(sellerId))),
  createCampaigns: (count: number): Promise<ReadonlyArray<BenchCampaign>> =>
    runtime.runPromise(Effect.all(Array.from({ length: count }, createCampaign), { concurrency: 32 })),
  /** Milliseconds that each page took: of events, and of deliveries. */
  pages: async ({ cursors, limit, sellerId }: PageRequest) => {
    const owner = ownerOf(sellerId)
    const timed = async (page: (request: TimePageRequest) => Effect.Effect<TimePage<unknown>, unknown>) => {
      const times: Array<number> = []
      for (const cursor of cursors) {
        const request = { limit, direction: "older", ...(cursor === undefined ? undefined : { cursor }) } as const
        const [time, { items }] = await timeOf(page(request))
        times.push(time)
        if (items.length === 0) throw new Error("There is nothing on the page")
      }
      return times
    }
    return {
      events: await timed((request) => events.page(owner, {}, request)),
      deliveries: await timed((request) => deliveries.page(owner, {}, request))
    }
  },
  /** Milliseconds that it took to say of each of these events what became of it. */
  fates: async ({ ids, sellerId }: FateRequest): Promise<ReadonlyArray<number>> => {
    const times: Array<number> = []
    for (const id of ids) {
      const account = { sellerId: SellerId.make(sellerId), sandbox: false }
      const [time, { deliveries: attempts }] = await timeOf(deliveries.fates(account, EventId.make(id)))
      times.push(time)
      if (attempts.length === 0) throw new Error("Nothing became of the event")
    }
    return times
  },
  startProfile: async (): Promise<void> => {
    stopProfile = await startProfile()
  },
  stopProfile: (): Promise<ReadonlyArray<ProfiledFunction>> => stopProfile!(),
  usage
}
export type DeliverySystem = typeof commands

serveCommands(commands, () => runtime.dispose())
