/** Several owners in one service, and what must follow from each of their steps. */
import { assert } from "@effect/vitest"
import type { Category } from "@sellerkit/core"
import { setTimeout } from "node:timers/promises"
import type { ApiService } from "../ApiTarget.ts"
import {
  type Answer,
  assertProblem,
  type Caller,
  callerWith,
  cardEvent,
  newSeller,
  newWebhook,
  uuidPattern
} from "../Caller.ts"
import { OwnerModel, subscriptionsOf } from "./OwnerModel.ts"
import type { Step, StepOf, Subscriptions, Target, Who } from "./Step.ts"

const granted: Readonly<Record<Who["categories"], ReadonlyArray<Category> | undefined>> = {
  all: undefined,
  content: ["content"],
  none: []
}

const mayHave = ({ categories }: Who, subscriptions: Subscriptions): boolean =>
  subscriptions === "none" || categories === "all" || (categories === "content" && subscriptions === "cards")

const feedbackEvent = {
  scope: "questionsandfeedback",
  type: "feedback_updated",
  payload: {
    feedbackId: "f1",
    nmID: 1,
    productValuation: 5,
    text: "Good",
    createdAt: "2026-01-15T09:30:00Z",
    updatedAt: "2026-01-15T09:30:00Z"
  }
}

/** An answer without what differs from one request to the next. */
const shapeOf = ({ body: { requestId: _, ...rest }, status }: Answer): string =>
  JSON.stringify([status, rest]).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "…")

const paths: Readonly<Record<StepOf<"Read">["of"], (id: string) => string>> = {
  webhook: (id) => `/api/v1/webhooks/${id}`,
  event: (id) => `/api/v1/events/${id}`,
  eventDeliveries: (id) => `/api/v1/events/${id}/deliveries`,
  delivery: (id) => `/api/v1/deliveries/${id}`,
  entry: (id) => `/api/v1/history/${id}`
}

// In milliseconds: enough for a request to a receiver on this machine.
const attemptTakes = 10

const kinds = {
  webhook: "everOwned",
  event: "events",
  eventDeliveries: "events",
  delivery: "deliveries",
  entry: "entries"
} as const

type Kind = (typeof kinds)[keyof typeof kinds]

export class IsolationWorld {
  private readonly service: ApiService
  private readonly receiverUrl: string
  private readonly sellers = [newSeller(), newSeller()]
  private readonly callers = new Map<string, Caller>()
  private readonly owners = new Map<string, OwnerModel>()
  private somethingUnderWay = false

  /** `receiverUrl`: the URL of all webhooks. */
  constructor(service: ApiService, receiverUrl: string) {
    this.service = service
    this.receiverUrl = receiverUrl
  }

  async take(step: Step): Promise<void> {
    switch (step._tag) {
      case "Create":
        return this.create(step)
      case "Edit":
        return this.edit(step)
      case "Remove":
        return this.remove(step)
      case "Refresh":
        return this.refresh(step)
      case "SendTest":
        return this.sendTest(step)
      case "Publish":
        return this.publish(step)
      case "Read":
        return this.read(step)
      case "Filter":
        return this.filter(step)
      case "Page":
        return this.page(step)
    }
  }

  /** Each owner sees its own data, and nothing else. */
  async verify(): Promise<void> {
    for (const owner of this.owners.values()) await owner.verify()
  }

  private async callerOf({ categories, sandbox, seller, serviceId }: Who): Promise<Caller> {
    const key = JSON.stringify([seller, serviceId, sandbox, categories])
    const known = this.callers.get(key)
    if (known !== undefined) return known
    const sellerId = this.sellers[seller]!
    const allowed = granted[categories]
    const token = await this.service.token({
      sellerId,
      sandbox,
      ...(serviceId === null ? undefined : { type: "service", serviceId }),
      ...(allowed === undefined ? undefined : { categories: allowed })
    })
    const caller = callerWith(this.service, token, sellerId)
    this.callers.set(key, caller)
    return caller
  }

  private async ownerOf(who: Who): Promise<OwnerModel> {
    const key = JSON.stringify([who.seller, who.sandbox, who.serviceId])
    const known = this.owners.get(key)
    if (known !== undefined) return known
    const owner = new OwnerModel(await this.callerOf({ ...who, categories: "all" }))
    this.owners.set(key, owner)
    return owner
  }

  /** Waits until what was published has been sent. */
  private async attempted(): Promise<void> {
    if (!this.somethingUnderWay) return
    await setTimeout(attemptTakes)
    this.somethingUnderWay = false
  }

  private inAccount(seller: number, sandbox: boolean): ReadonlyArray<OwnerModel> {
    const prefix = `[${seller},${sandbox},`
    return [...this.owners].filter(([key]) => key.startsWith(prefix)).map(([, owner]) => owner)
  }

  /** The id of the target; an unknown id where the owner has none. */
  private async idOf(who: Who, kind: Kind, { owner, own, which }: Target): Promise<string> {
    const all = [...this.owners.values()]
    const chosen = own ? await this.ownerOf(who) : all[owner % Math.max(1, all.length)]
    // Attempts and entries have ids that only their owner's lists show.
    if (kind === "deliveries" || kind === "entries") await chosen?.verify()
    const ids = [...(chosen?.[kind] ?? [])]
    return ids[which % Math.max(1, ids.length)] ?? crypto.randomUUID()
  }

  /** The answer for this id of another owner is the answer for an unknown id. Gives the unknown id. */
  private async assertMissing(ask: (id: string) => Promise<Answer>, id: string): Promise<string> {
    const answer = await ask(id)
    assertProblem(answer, 404)
    const unknown = crypto.randomUUID()
    assert.strictEqual(shapeOf(answer), shapeOf(await ask(unknown)))
    return unknown
  }

  /** What a caller does to another owner's webhook is recorded as its own failure. */
  private async failsAs(action: string, who: Who, ask: (id: string) => Promise<Answer>, id: string): Promise<void> {
    const owner = await this.ownerOf(who)
    const unknown = await this.assertMissing(ask, id)
    owner.record(action, id, undefined)
    owner.record(action, unknown, undefined)
  }

  private async create({ enabled, subscriptions, who }: StepOf<"Create">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    const content = { enabled, name: `Webhook ${owner.everOwned.size}` }
    const answer = await caller.post(
      "/api/v1/webhooks",
      newWebhook({ ...content, url: this.receiverUrl, subscriptions: subscriptionsOf[subscriptions] })
    )
    if (!mayHave(who, subscriptions)) {
      assertProblem(answer, 403)
      return owner.record("createWebhook", undefined, undefined)
    }
    assert.strictEqual(answer.status, 200)
    assert.match(answer.body.id, uuidPattern)
    owner.put(answer.body.id, { ...content, subscriptions })
    owner.record("createWebhook", undefined, answer.body.id)
  }

  private async edit({ enabled, method, subscriptions, webhook, who }: StepOf<"Edit">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    const id = await this.idOf(who, "everOwned", webhook)
    const body = { enabled, name: "Edited", subscriptions: subscriptionsOf[subscriptions] }
    const ask = (asked: string) => caller.call(method, paths.webhook(asked), body)
    if (!owner.webhooks.has(id)) return this.failsAs("editWebhook", who, ask, id)
    const answer = await ask(id)
    if (!mayHave(who, subscriptions)) {
      assertProblem(answer, 403)
      return owner.record("editWebhook", id, undefined)
    }
    assert.strictEqual(answer.status, 200)
    owner.put(id, { enabled, name: "Edited", subscriptions })
    owner.record("editWebhook", id, id)
  }

  private async remove({ webhook, who }: StepOf<"Remove">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    const id = await this.idOf(who, "everOwned", webhook)
    const ask = (asked: string) => caller.call("DELETE", paths.webhook(asked))
    if (!owner.webhooks.has(id)) return this.failsAs("deleteWebhook", who, ask, id)
    assert.strictEqual((await ask(id)).status, 204)
    owner.webhooks.delete(id)
    owner.record("deleteWebhook", id, id)
  }

  private async refresh({ webhook, who }: StepOf<"Refresh">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    const id = await this.idOf(who, "everOwned", webhook)
    const ask = (asked: string) => caller.post(`${paths.webhook(asked)}/secret/refresh`)
    if (!owner.webhooks.has(id)) return this.failsAs("refreshSecret", who, ask, id)
    assert.strictEqual((await ask(id)).status, 200)
    owner.record("refreshSecret", id, id)
  }

  private async sendTest({ webhook, who }: StepOf<"SendTest">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    const id = await this.idOf(who, "everOwned", webhook)
    const ask = (asked: string) => caller.post(`${paths.webhook(asked)}/test/send`)
    const own = owner.webhooks.get(id)
    if (own === undefined) return this.failsAs("sendTestEvent", who, ask, id)
    const answer = await ask(id)
    if (!own.enabled || own.subscriptions === "none") {
      assertProblem(answer, 409)
      return owner.record("sendTestEvent", id, undefined)
    }
    assert.strictEqual(answer.status, 200)
    for (const event of answer.body.events) owner.events.add(event.id)
    this.somethingUnderWay = true
    owner.record("sendTestEvent", id, id)
  }

  private async publish({ sandbox, seller, type }: StepOf<"Publish">): Promise<void> {
    const event = type === "cards" ? cardEvent(1) : feedbackEvent
    this.somethingUnderWay = true
    const [published] = await this.service.publish(this.sellers[seller]!, [event], { sandbox })
    const account = this.inAccount(seller, sandbox)
    assert.strictEqual(
      published!.deliveries,
      account.reduce((sum, owner) => sum + owner.enabledFor(type), 0)
    )
    for (const owner of account) if (owner.isSubscribed(type)) owner.events.add(published!.id)
  }

  private async read({ of, target, upperCase, who }: StepOf<"Read">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    if (of === "eventDeliveries" || of === "delivery") await this.attempted()
    const kind = kinds[of]
    const id = await this.idOf(who, kind, target)
    const ask = (asked: string) => caller.get(paths[of](upperCase ? asked.toUpperCase() : asked))
    const isOwn = of === "webhook" ? owner.webhooks.has(id) : owner[kind].has(id)
    if (!isOwn) return void (await this.assertMissing(ask, id))
    const { body, status } = await ask(id)
    assert.strictEqual(status, 200)
    for (const { webhookId } of body.deliveries ?? []) assert.isTrue(owner.everOwned.has(webhookId))
  }

  private async filter({ of, webhook, who }: StepOf<"Filter">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    const id = await this.idOf(who, "everOwned", webhook)
    const { body, status } = await caller.get(`/api/v1/${of}?webhookId=${id}`)
    assert.strictEqual(status, 200)
    if (!owner.everOwned.has(id)) assert.deepStrictEqual(body, { [of]: [], next: "", prev: "" })
    for (const record of body[of]) {
      if (of === "deliveries") assert.strictEqual(record.webhookId, id)
      else assert.isTrue(owner.events.has(record.id))
    }
  }

  private async page({ of, other, who }: StepOf<"Page">): Promise<void> {
    const [caller, owner] = [await this.callerOf(who), await this.ownerOf(who)]
    await owner.verify()
    const { body: theirs } = await (await this.callerOf(other)).get(`/api/v1/${of}?limit=1`)
    // A cursor is a place in time, which leads both ways.
    for (const parameter of ["next", "prev"]) {
      const { body, status } = await caller.get(`/api/v1/${of}?limit=1000&${parameter}=${theirs.next}`)
      assert.strictEqual(status, 200)
      const own: ReadonlySet<string> = of === "history" ? owner.entries : owner[of]
      for (const { id, webhookId } of body[of]) {
        assert.isTrue(of === "deliveries" ? owner.everOwned.has(webhookId) : own.has(id))
      }
    }
  }
}
