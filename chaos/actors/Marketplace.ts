/** Sellers and their webhooks, and what the service tells about them. */
import { randomUUID } from "node:crypto"
import { type Subscription, subscriptionsOf } from "../chaosEvent.ts"
import type { Started } from "../service/ChaosService.ts"
import { call, expectStatus } from "../service/Client.ts"
import type { ReceivingWebhook } from "./Arrival.ts"
import { type Conduct, isHopeless, type Settings } from "../Settings.ts"

export interface Seller {
  readonly id: string
  readonly token: string
}

export interface ChaosWebhook extends ReceivingWebhook {
  readonly id: string
  /** The place of its seller. */
  readonly seller: number
  readonly enabled: boolean
  readonly subscriptions: ReadonlyArray<Subscription>
}

export interface StoredEvent {
  readonly id: string
  readonly time: string
  readonly idempotencyKey: string
}

export interface RecordedDelivery {
  readonly id: string
  readonly time: string
  readonly webhookId: string
  readonly success: boolean
  readonly responseCode?: number
  readonly error?: string
}

/** A job that sends events of a webhook again. */
export interface Resend {
  readonly id: string
  readonly webhookId: string
  /** Of a delivery's events. */
  readonly deliveryId?: string
  /** Of a period's, both included. */
  readonly since?: string
  readonly until?: string
  readonly onlyFailed?: boolean
  readonly state: string
  readonly total: number
  readonly examined: number
  readonly resent: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface EventFate {
  readonly webhookId: string
  readonly fate: string
  readonly dropReason?: string
}

export interface Marketplace {
  readonly sellers: ReadonlyArray<Seller>
  readonly webhooks: ReadonlyArray<ChaosWebhook>
}

/** Whether what is for it has to be delivered to it in the end. */
export const accepts = ({ conduct, enabled }: ChaosWebhook): boolean => enabled && !isHopeless(conduct)

const categories = ["content", "feedbacksAndQuestions"]

export const operator = ({ api, operatorKey }: Started, path: string, body?: unknown) =>
  call(`${api}/operator/v1${path}`, `Bearer ${operatorKey}`, body)

const createWebhook = async (
  { api }: Started,
  seller: { readonly place: number } & Seller,
  webhook: { readonly place: number; readonly url: string; readonly enabled: boolean; readonly conduct: Conduct }
): Promise<ChaosWebhook> => {
  const subscriptions = subscriptionsOf(webhook.place)
  const { conduct, enabled, place, url } = webhook
  const body = { enabled, name: `Chaos ${place}`, url, subscriptions }
  const { id, secret } = await expectStatus(200, call(`${api}/api/v1/webhooks`, seller.token, body))
  return { id, secret, seller: seller.place, sellerId: seller.id, enabled, conduct, subscriptions }
}

/** Its name server says so. */
const nowhere = "http://nowhere.example"

/** The webhook with the place n is at `receiver`/n, unless it leads nowhere. */
export const setUp = async (
  started: Started,
  { conducts, sellers: count, webhooks: perSeller }: Settings,
  receiver: string
): Promise<Marketplace> => {
  const sellers: Array<Seller> = []
  const webhooks: Array<ChaosWebhook> = []
  for (let place = 0; place < count; place++) {
    const id = randomUUID()
    const { token } = await expectStatus(200, operator(started, "/tokens", { sellerId: id, type: "base", categories }))
    const seller = { id, token }
    sellers.push(seller)
    for (let number = 0; number <= perSeller; number++) {
      const conduct = conducts[webhooks.length % conducts.length]!
      const base = conduct === "leadsNowhere" ? nowhere : receiver
      const webhook = { place: number, url: `${base}/${webhooks.length}`, enabled: number < perSeller, conduct }
      webhooks.push(await createWebhook(started, { place, ...seller }, webhook))
    }
  }
  return { sellers, webhooks }
}

/** All records of a history. */
const allPages = async <A>({ api }: Started, { token }: Seller, name: "deliveries" | "events") => {
  const records: Array<A> = []
  let cursor = ""
  do {
    const page = await expectStatus(200, call(`${api}/api/v1/${name}?limit=1000&next=${cursor}`, token))
    records.push(...(page[name] as ReadonlyArray<A>))
    cursor = page.next
  } while (cursor !== "")
  return records
}

export const storedEvents = (started: Started, seller: Seller) => allPages<StoredEvent>(started, seller, "events")

export const recordedDeliveries = (started: Started, seller: Seller) =>
  allPages<RecordedDelivery>(started, seller, "deliveries")

export const fatesOf = async (started: Started, seller: Seller, id: string): Promise<ReadonlyArray<EventFate>> => {
  const { webhooks } = await expectStatus(200, operator(started, `/sellers/${seller.id}/events/${id}`))
  return webhooks
}

export const resendOf = (started: Started, sellerId: string, id: string): Promise<Resend> =>
  expectStatus(200, operator(started, `/sellers/${sellerId}/resends/${id}`))
