/** What workerd runs: the service at the edge, something bare beside it, and who publishes to either from inside. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"
import { DurableObject } from "cloudflare:workers"
import { countRing, countStorage, takeCount } from "../../test/fixtures/worker/countStorage.ts"
import { type AcceptedEvent, eventTime, keyOf, payloadOf, scope, type } from "../load/benchEvent.ts"
import { type Publication, publicationsOf, type Workload } from "../load/workload.ts"

interface Environment {
  readonly SELLERS: any
  readonly BARE: any
  /** Whether to count what goes through the storage, which costs time itself. */
  readonly IS_COUNTED: boolean
}

const sellerkit = sellerkitWorker(({ SELLERS }: Environment) => ({
  sellers: SELLERS,
  tokens: { secret: "a secret of at least thirty-two characters" },
  allowedNetworks: ["127.0.0.0/8"],
  // A few sellers are asked as often as many would be.
  limits: { webhookReads: { permits: 1_000_000_000, window: "1 minute" } }
}))

export class SellerObject extends sellerkit.SellerObject {
  readonly #context: any

  constructor(context: any, env: Environment) {
    if (env.IS_COUNTED) countStorage(context.storage)
    super(context, env)
    this.#context = context
  }

  override alarm(): Promise<void> {
    countRing()
    return super.alarm()
  }

  evict(): void {
    this.#context.abort("evicted")
  }
}

const bareAnswer = { description: "As long as the answer for a webhook. ".repeat(8) }

/** What a call of an object costs that does nothing. */
export class BareObject extends DurableObject<Environment> {
  publish(_seller: unknown, events: ReadonlyArray<unknown>): ReadonlyArray<{ readonly id: string }> {
    return events.map(() => ({ id: "" }))
  }

  answer(_request: Request): Response {
    return Response.json(bareAnswer)
  }
}

const objectOf = (objects: any, sellerId: string): any => objects.get(objects.idFromName(sellerId))

/** Creates a webhook for each seller, at a path of its own. */
export interface WebhookRequest {
  readonly sellerIds: ReadonlyArray<string>
  readonly url: string
}

const createWebhooks = async ({ sellerIds, url }: WebhookRequest, env: Environment) => {
  const { issueToken, webhooks } = sellerkit.operator(env)
  return Promise.all(
    sellerIds.map(async (sellerId, index) => {
      const { id, secret } = await webhooks.create(
        { sellerId },
        { name: "Benchmark", url: `${url}/webhooks/${index}`, subscriptions: [{ scope, event: type }] }
      )
      const { token } = await issueToken({ sellerId })
      return { sellerId, id, secret, token }
    })
  )
}

/** Publishes to the service, or to objects that do nothing with it. */
export interface PublishRequest {
  readonly sellerIds: ReadonlyArray<string>
  readonly workload: Workload
  readonly first: number
  readonly isBare: boolean
}

const publishAll = async ({ first, isBare, sellerIds, workload }: PublishRequest, env: Environment) => {
  const { publish } = sellerkit.operator(env)
  const accepted: Array<AcceptedEvent> = []
  const publishOne = async ({ isKeyless, numbers, webhook }: Publication) => {
    const seller = { sellerId: sellerIds[webhook]! }
    const events = numbers.map((number) => ({
      scope,
      type,
      payload: payloadOf(number) as { nmID: number; vendorCode: string; updatedAt: string },
      time: new Date(eventTime),
      ...(isKeyless ? undefined : { idempotencyKey: keyOf(number) })
    }))
    const published: ReadonlyArray<{ readonly id: string }> = isBare
      ? await objectOf(env.BARE, seller.sellerId).publish(seller, events)
      : await publish(seller, events)
    accepted.push(...numbers.map((number, index) => ({ number, id: published[index]!.id, webhook, isKeyless })))
  }
  // They share one iterator: each takes the next publication.
  const waiting = publicationsOf(workload, first).values()
  const publisher = async () => {
    for (const publication of waiting) await publishOne(publication)
  }
  await Promise.all(Array.from({ length: workload.publishers }, publisher))
  return accepted
}

const commands: Readonly<Record<string, (input: any, env: Environment) => unknown>> = {
  "/createWebhooks": createWebhooks,
  "/publishAll": publishAll,
  "/takeCount": takeCount,
  // It ends with an error, as everything that its object does at that moment.
  "/evict": (sellerId: string, { SELLERS }) =>
    objectOf(SELLERS, sellerId)
      .evict()
      .catch(() => {})
}

// oxlint-disable-next-line import/no-default-export -- what workerd looks for
export default {
  fetch: async (request: Request, env: Environment): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === "/bare/handler") return Response.json(bareAnswer)
    if (pathname === "/bare/object") return objectOf(env.BARE, searchParams.get("name")!).answer(request)
    const command = commands[pathname]
    if (command === undefined) return sellerkit.fetch(request, env)
    return Response.json((await command(await request.json(), env)) ?? null)
  }
}
