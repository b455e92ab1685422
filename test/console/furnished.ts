/** A service with something on every page of the console, and a sandbox, whose time can be moved. */
import { Limits } from "@sellerkit/core"
import { defaultLimits } from "@sellerkit/core/service"
import { SampleSeller } from "@sellerkit/sandbox"
import { Duration, Layer, Record } from "effect"
import { setTimeout } from "node:timers/promises"
import type { PageName } from "../../packages/console/src/app/routing/pages.ts"
import { operatorKey, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { startReceiver } from "./receiver.ts"
import { startSandbox } from "./sandbox.ts"

/** Where a page is, and the key that opens it. */
interface FurnishedPage {
  readonly name: PageName
  readonly base: string
  readonly operatorKey: string
  readonly path: string
}

export interface Furnished {
  readonly pages: ReadonlyArray<FurnishedPage>
  /** Publishes an event of another seller. */
  readonly publishElsewhere: () => Promise<void>
  readonly stop: () => Promise<void>
}

const sellerId = "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"
const card = { scope: "content", event: "card_changed" }
const reportRefresh = 100
const day = 24 * 60 * 60 * 1000

/** The date of so many days ago, as the market has it. */
const dateBefore = (days: number): string =>
  new Date(Date.now() + 3 * 60 * 60 * 1000 - days * day).toISOString().slice(0, 10)

/** Pages are looked at again and again: no request is refused. */
const largeBudgets = Layer.succeed(
  Limits,
  Record.map(defaultLimits, () => ({ permits: 10_000, window: "1 second" as const }))
)

const eventAbout = (nmID: number) => ({
  type: "card_changed",
  scope: "content",
  payload: { nmID, vendorCode: `shirt-${nmID % 1000}`, updatedAt: "2026-01-15T09:00:00Z" }
})

const figuresOfCampaign = () =>
  Array.from({ length: 30 }, (_, index) => ({
    advertId: 101,
    nmId: 12_345_678,
    appType: 1,
    date: dateBefore(29 - index),
    views: Math.round(1800 + 900 * Math.sin(index / 3) + 40 * index),
    clicks: Math.round(60 + 25 * Math.sin(index / 3) + index),
    sum: 0,
    atbs: 4,
    orders: 2,
    shks: 2,
    sum_price: 3980
  }))

const figuresOfBanner = () =>
  Array.from({ length: 30 }, (_, index) => ({
    advertId: 201,
    itemId: 7,
    date: dateBefore(29 - index),
    appType: 1,
    views: Math.round(4000 + 1500 * Math.cos(index / 4)),
    clicks: Math.round(90 + 30 * Math.cos(index / 4)),
    atbs: 3,
    orders: 1,
    sum: 90
  }))

const orders = (from: string, most: number): ReadonlyArray<object> => {
  const rows: Array<object> = []
  for (const row of new SampleSeller({ seed: "console", from, ordersPerDay: 20 }).rows("orders")) {
    rows.push(row)
    if (rows.length === most) break
  }
  return rows
}

const linesOf = (rows: ReadonlyArray<object>): string => rows.map((row) => JSON.stringify(row)).join("\n")

export const startFurnished = async (): Promise<Furnished> => {
  const [service, sandbox, warehouse, feedback] = await Promise.all([
    startStandalone(sqliteInMemory, { reportRefresh: Duration.millis(reportRefresh) }, largeBudgets),
    startSandbox(),
    startReceiver(),
    startReceiver()
  ])
  const operator = async (method: string, path: string, body: unknown): Promise<any> => {
    const answer = await service.operator(method, path, body)
    const text = await answer.text()
    if (!answer.ok || /"refused":\[[^\]]/.test(text)) throw new Error(`${method} ${path}: ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }
  const createWebhook = async (owner: string, webhook: object): Promise<string> => {
    const answer = await service.fetch("/api/v1/webhooks", {
      method: "POST",
      headers: { authorization: await service.token({ sellerId: owner }), "content-type": "application/json" },
      body: JSON.stringify({ enabled: true, ...webhook })
    })
    return ((await answer.json()) as { readonly id: string }).id
  }

  const delivering = await createWebhook(sellerId, {
    name: "Warehouse",
    url: warehouse.url,
    subscriptions: [card, { scope: "promotion", event: "campaign_status_changed" }]
  })
  const failing = await createWebhook(sellerId, {
    name: "Answers to feedback",
    url: feedback.url,
    subscriptions: [card, { scope: "questionsandfeedback", event: "feedback_updated" }]
  })
  feedback.answer = { status: 503, body: "We are being updated" }
  const events: Array<string> = []
  for (const nmID of [12_345_678, 12_345_679, 87_654_321]) {
    const [event] = await service.publish(sellerId, [eventAbout(nmID)])
    events.push(event!.id)
    // One by one: events that wait together are sent together.
    while (warehouse.events.length < events.length) await setTimeout(10)
  }
  const others = Array.from({ length: 3 }, (_, index) => `b0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7${index}`)
  for (const [index, name] of ["Stocks", "Prices", "Orders"].entries()) {
    const url = `${warehouse.url}/${index}`
    await createWebhook(others[index]!, { name, url, subscriptions: [card], enabled: index !== 1 })
  }
  const { id: resend } = await operator("POST", `/sellers/${sellerId}/webhooks/${delivering}/resend`, {
    since: new Date(Date.now() - day).toISOString(),
    onlyFailed: false
  })

  await operator("PUT", `/sellers/${sellerId}/campaigns/101`, {
    name: "Summer shirts",
    type: 8,
    status: 9,
    budget: 4500,
    createTime: "2026-01-15T09:00:00Z"
  })
  await operator("POST", `/sellers/${sellerId}/campaign-statistics`, linesOf(figuresOfCampaign()))
  await operator("PUT", `/sellers/${sellerId}/media-campaigns/201`, {
    name: "Winter sale",
    brand: "Plank",
    type: 2,
    status: 6,
    items: [{ id: 7, name: "Front page", status: 6, cpm: 300, advert_type: 1, place: 2 }],
    extended: { budget: 1000 }
  })
  await operator("POST", `/sellers/${sellerId}/media-statistics`, linesOf(figuresOfBanner()))
  const from = dateBefore(5)
  await operator("POST", `/sellers/${sellerId}/reports/orders`, linesOf(orders(from, 150)))
  await setTimeout(2 * reportRefresh)

  const own = `/sellers/${sellerId}`
  const paths: Readonly<Record<Exclude<PageName, "clock">, string>> = {
    home: "/",
    overview: "/overview",
    sellers: "/sellers",
    everyWebhook: "/webhooks",
    webhooks: `${own}/webhooks`,
    newWebhook: `${own}/webhooks/new`,
    webhook: `${own}/webhooks/${failing}`,
    editWebhook: `${own}/webhooks/${failing}/edit`,
    resend: `${own}/resends/${resend}`,
    events: `${own}/events`,
    event: `${own}/events/${events[0]}`,
    deliveries: `${own}/deliveries`,
    eventTypes: `${own}/event-types`,
    history: `${own}/history`,
    campaigns: `${own}/campaigns`,
    campaign: `${own}/campaigns/101`,
    mediaCampaigns: `${own}/media-campaigns`,
    mediaCampaign: `${own}/media-campaigns/201`,
    reports: `${own}/reports?report=orders&from=${from}`,
    limits: `${own}/limits`,
    tokens: "/tokens"
  }
  const pages = Object.entries(paths).map(([name, path]) => ({
    name: name as PageName,
    base: service.base,
    operatorKey,
    path
  }))
  return {
    pages: [...pages, { name: "clock", base: sandbox.base, operatorKey: sandbox.operatorKey, path: "/clock" }],
    publishElsewhere: async () => void (await service.publish(others[0]!, [eventAbout(12_345_680)])),
    stop: async () => {
      await Promise.all([service.stop(), sandbox.stop(), warehouse.stop(), feedback.stop()])
    }
  }
}
