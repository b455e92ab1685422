/** Resources of a seller that requests can name. Those of a kind are made when they are first asked for. */
import { assert } from "@effect/vitest"
import { vi } from "vitest"
import { type Answer, type Caller, cardEvent, createWebhook, newWebhook, read } from "../api/Caller.ts"
import type { RunningDescribed } from "./DescribedTarget.ts"

export interface SampleResources {
  /** Ids of what paths call by this noun, such as `webhooks`; always the same ones. */
  of(noun: string): Promise<ReadonlyArray<string>>
}

const callOperator = async (
  { fetch, operatorKey }: RunningDescribed,
  method: string,
  path: string,
  body?: unknown
): Promise<Answer> =>
  read(
    await fetch(`/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) })
    })
  )

/** The one that examples are about. */
const product = { nm: 12345678, title: "Blue shirt", subjectId: 192, subjectName: "Shirts" }

// For what hangs: delivery takes its time on a busy machine.
const patient = { timeout: 150_000, interval: 10 }

/** An attempt to each of two webhooks, of which the second is disabled by now. */
const attempts = async (service: RunningDescribed, caller: Caller): Promise<ReadonlyArray<string>> => {
  const made = [(await createWebhook(caller)).id, (await createWebhook(caller)).id]
  await service.publish(caller.sellerId, [cardEvent(1)])
  const found = await vi.waitFor(async () => {
    const pages = await Promise.all(made.map((id) => caller.get(`/api/v1/deliveries?webhookId=${id}`)))
    const ids = pages.flatMap(({ body }) => body.deliveries.map(({ id }: { id: string }) => id).slice(0, 1))
    assert.strictEqual(ids.length, made.length)
    return ids
  }, patient)
  const { url: _, ...disabled } = newWebhook({ enabled: false })
  await caller.call("PUT", `/api/v1/webhooks/${made[1]}`, disabled)
  return found
}

/** The first can be launched, paused, completed and removed; the second has no budget; the third is active; the last is removed. */
const campaigns = async (caller: Caller): Promise<ReadonlyArray<string>> => {
  const auction = async () =>
    String((await caller.post("/adv/v2/seacat/save-ad", { name: "Shirts", nms: [product.nm] })).body)
  const made = [await auction(), await auction()]
  const automatic = { type: 8, name: "Shirts", subjectId: product.subjectId, sum: 1000 }
  made.push((await caller.post("/adv/v1/save-ad", automatic)).body, await auction())
  await caller.post(`/adv/v1/budget/deposit?id=${made[0]}`, { sum: 1000 })
  await caller.get(`/adv/v0/start?id=${made[0]}`)
  await caller.get(`/adv/v0/delete?id=${made[3]}`)
  return made
}

export const sampleResourcesOf = (service: RunningDescribed, caller: Caller): SampleResources => {
  const seller = `/sellers/${caller.sellerId}`
  const makers: Readonly<Record<string, () => Promise<ReadonlyArray<string>>>> = {
    sellers: async () => [caller.sellerId],
    services: async () => ["reports"],
    webhooks: async () => [
      (await createWebhook(caller)).id,
      (await createWebhook(caller, { subscriptions: [] })).id,
      (await createWebhook(caller, { enabled: false })).id
    ],
    events: async () => {
      await of("webhooks")
      const [event] = await service.publish(caller.sellerId, [cardEvent(1)])
      return [event!.id]
    },
    deliveries: () => attempts(service, caller),
    history: async () => {
      await of("webhooks")
      return (await caller.get("/api/v1/history")).body.history.map(({ id }: { id: string }) => id)
    },
    resends: async () => {
      const [webhook] = await of("webhooks")
      const since = "2026-01-01T00:00:00Z"
      return [(await callOperator(service, "POST", `${seller}/webhooks/${webhook}/resend`, { since })).body.id]
    },
    products: async () => {
      await callOperator(service, "PUT", `${seller}/products`, { products: [product] })
      return [String(product.nm)]
    },
    campaigns: async () => {
      await of("products")
      const money = { account: 1_000_000, balance: 1_000_000, idempotencyKey: "sample" }
      await callOperator(service, "POST", `${seller}/funds`, money)
      return campaigns(caller)
    },
    automaticCampaigns: async () => {
      await of("products")
      const subject = { id: product.subjectId, name: product.subjectName }
      const active = { carousel: true, recom: true, booster: true }
      const autoParams = { subject, sets: [], menus: [], active, nmCPM: [], nms: [product.nm], cpm: 150 }
      // The second is over.
      const statuses = { "501": 9, "502": 7 }
      for (const [id, status] of Object.entries(statuses)) {
        await callOperator(service, "PUT", `${seller}/campaigns/${id}`, { name: "Shirts", type: 8, status, autoParams })
      }
      return Object.keys(statuses)
    },
    "media-campaigns": async () => {
      const item = { id: 68080, name: "Front page", status: 6, cpm: 351, daily_limit: 500 }
      // One that can be launched and paused, one that is shown, one that is over, and one that is paid by days.
      const made: Readonly<Record<string, object>> = {
        "601": { type: 2, status: 11 },
        "602": { type: 2, status: 6 },
        "603": { type: 2, status: 7 },
        "604": { type: 1, status: 4 }
      }
      for (const [id, is] of Object.entries(made)) {
        const campaign = { name: "Sale", brand: "Plank", extended: { budget: 5000 }, items: [item], ...is }
        await callOperator(service, "PUT", `${seller}/media-campaigns/${id}`, campaign)
      }
      return Object.keys(made)
    },
    // Their kinds.
    reports: async () => ["incomes"],
    tokens: async () => [(await callOperator(service, "POST", "/tokens", { sellerId: caller.sellerId })).body.tokenId]
  }
  const made = new Map<string, Promise<ReadonlyArray<string>>>()
  const of = (noun: string): Promise<ReadonlyArray<string>> => {
    const known = made.get(noun)
    if (known !== undefined) return known
    const making = makers[noun]?.() ?? Promise.reject(new Error(`No ${noun} are known: a new kind needs a line here`))
    made.set(noun, making)
    return making
  }
  return { of }
}
