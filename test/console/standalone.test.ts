/** What the console of a service in a process of its own has besides: its activity, its home page, its log, and frames. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { Layer, Logger } from "effect"
import { randomUUID } from "node:crypto"
import { loopback, operatorKey, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { type Caller, cookieOf, makeCaller, nothingHere, own } from "./Caller.ts"
import type { Service } from "./targets.ts"

let service: Service
let caller: Caller
beforeAll(async () => {
  service = await startStandalone(sqliteInMemory)
  caller = await makeCaller(service)
})
afterAll(() => service.stop())

describe("the activity", () => {
  const read = (headers: Record<string, string>, signal: AbortSignal) =>
    service.fetch("/console/activity", { headers: { ...own, cookie: caller.session, ...headers }, signal })

  /** The ids of the events that have arrived when the first of them has. */
  const firstIds = async (headers: Record<string, string> = {}): Promise<ReadonlyArray<number>> => {
    const stop = new AbortController()
    const answer = await read(headers, stop.signal)
    assert.strictEqual(answer.headers.get("content-type"), "text/event-stream")
    assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    const part = await answer.body!.getReader().read()
    stop.abort()
    return [...new TextDecoder().decode(part.value).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  }

  it("is told to a session of the operator, and goes on behind what it has seen", async () => {
    const [first] = await firstIds()
    const [next] = await firstIds({ "last-event-id": String(first) })
    assert.isAbove(next!, first!)
    assert.strictEqual((await firstIds({ "last-event-id": "nothing" }))[0], first)
  })

  it("is told to nobody else, and to few at once", async () => {
    assert.strictEqual((await caller.withSession("GET", "/console/activity", "")).status, 401)
    const forged = await service.fetch("/console/activity", { headers: { cookie: caller.session } })
    assert.strictEqual(forged.status, 403)
    const stop = new AbortController()
    const answers = await Promise.all(Array.from({ length: 40 }, () => read({}, stop.signal)))
    const refused = answers.filter(({ status }) => status === 429)
    stop.abort()
    assert.isAtLeast(refused.length, 1)
    assert.strictEqual(refused[0]!.headers.get("retry-after"), "5")
    await vi.waitFor(async () => assert.isAbove((await firstIds()).length, 0))
  })

  it("is not told to a portal", async () => {
    const link = await service.operator("POST", `/sellers/${randomUUID()}/portal`, {})
    const { url } = (await link.json()) as { readonly url: string }
    const cookie = cookieOf(await caller.logIn({ portal: url.split("#")[1] }))
    const { body, status } = await caller.withSession("GET", "/console/activity", cookie)
    assert.deepStrictEqual([status, body.detail], [404, nothingHere])
  })
})

describe("following", () => {
  const follow = (path: string, signal: AbortSignal) =>
    service.fetch(path, { headers: { ...own, cookie: caller.session, accept: "text/event-stream" }, signal })

  /** The data of events, as they arrive. */
  async function* dataIn(answer: Response): AsyncGenerator<any> {
    const decoder = new TextDecoder()
    let text = ""
    for await (const part of answer.body!) {
      text += decoder.decode(part as Uint8Array, { stream: true })
      const events = text.split("\n\n")
      text = events.pop()!
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? []
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  }

  it("tells what an operation answers, and again when it answers something else", async () => {
    const sellerId = randomUUID()
    const created = await caller.withSession(
      "POST",
      `/console/sellers/${sellerId}/api/api/v1/webhooks`,
      caller.session,
      {},
      {
        name: "Warehouse",
        url: "http://127.0.0.1:9/",
        subscriptions: [{ scope: "content", event: "card_changed" }],
        enabled: true
      }
    )
    assert.strictEqual(created.status, 200)
    const stop = new AbortController()
    const path = `/console/operator/v1/sellers/${sellerId}/deliveries`
    const answer = await follow(path, stop.signal)
    assert.strictEqual(answer.headers.get("content-type"), "text/event-stream")
    const told = dataIn(answer)
    assert.deepStrictEqual((await told.next()).value.deliveries, [])
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
    await service.publish(sellerId, [{ type: "card_changed", scope: "content", payload }])
    const { deliveries } = (await told.next()).value
    assert.lengthOf(deliveries, 1)
    assert.deepStrictEqual((await caller.withSession("GET", path)).body.deliveries, deliveries)
    stop.abort()
    assert.isTrue(
      await Promise.resolve(told.next()).then(
        () => false,
        () => true
      )
    )
  })

  it("ends when there is nothing to follow any more", async () => {
    const sellerId = randomUUID()
    const webhooks = `/console/sellers/${sellerId}/api/api/v1/webhooks`
    const webhook = { name: "Warehouse", url: "http://127.0.0.1:9/", enabled: true }
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const given = { ...webhook, subscriptions }
    const { id } = (await caller.withSession("POST", webhooks, caller.session, {}, given)).body
    const stop = new AbortController()
    const told = dataIn(await follow(`/console/operator/v1/sellers/${sellerId}/webhooks/${id}`, stop.signal))
    assert.strictEqual((await told.next()).value.id, id)
    assert.strictEqual((await caller.withSession("DELETE", `${webhooks}/${id}`)).status, 204)
    assert.isTrue((await told.next()).done)
  })

  it("reports each time that it asks as a request, as if a page had asked", async () => {
    const asked = async (): Promise<number> => {
      const metrics = await service.fetch("/metrics", { headers: { authorization: `Bearer ${operatorKey}` } })
      const line = /^sellerkit_api_requests_total\{[^}]*operation="retrySchedules.get"[^}]*\} (\d+)$/m
      return Number(line.exec(await metrics.text())?.[1] ?? 0)
    }
    const path = `/console/operator/v1/sellers/${randomUUID()}/retry-schedule`
    assert.strictEqual((await caller.withSession("GET", path)).status, 200)
    const before = await asked()
    assert.isAtLeast(before, 1)
    const stop = new AbortController()
    const answer = await follow(path, stop.signal)
    const told = dataIn(answer)
    await told.next()
    await vi.waitFor(async () => assert.isAtLeast(await asked(), before + 3), 20_000)
    stop.abort()
    await told.next().catch(() => {})
  })

  it("reaches no more than asking does, and ends before many follow at once", async () => {
    const stop = new AbortController()
    const id = randomUUID()
    const path = `/console/operator/v1/sellers/${randomUUID()}`
    assert.strictEqual((await follow(`${path}/webhooks/${id}`, stop.signal)).status, 404)
    const forged = await service.fetch(`${path}/webhooks`, {
      headers: { cookie: caller.session, accept: "text/event-stream" }
    })
    assert.strictEqual(forged.status, 403)
    const answers = await Promise.all(Array.from({ length: 40 }, () => follow(`${path}/webhooks`, stop.signal)))
    const refused = answers.filter(({ status }) => status === 429)
    await Promise.all(refused.map((answer) => answer.text()))
    assert.isAtLeast(refused.length, 1)
    assert.strictEqual(refused[0]!.headers.get("retry-after"), "5")
    stop.abort()
    const again = async () => {
      const one = new AbortController()
      const answer = await follow(`${path}/webhooks`, one.signal)
      if (answer.status === 429) await answer.text()
      one.abort()
      assert.strictEqual(answer.status, 200)
    }
    await vi.waitFor(again, { timeout: 90_000, interval: 1000 })
  })
})

describe("the service itself", () => {
  it("leads a browser to the console from where the service is", async () => {
    const browser = await caller.send("GET", "/", { headers: { accept: "text/html,*/*" } })
    assert.strictEqual(browser.status, 302)
    assert.strictEqual(browser.headers.get("location"), "/console")
    assert.strictEqual((await caller.send("GET", "/")).status, 404)
  })
})

describe("logging in", () => {
  it("takes few attempts, says for how long to wait, and keeps keys out of the log", async () => {
    const logged: Array<string> = []
    const log = Logger.layer([Logger.make((entry) => void logged.push(JSON.stringify([entry.message, entry.cause])))])
    const one = await startStandalone(sqliteInMemory, {}, Layer.provideMerge(Layer.empty, log))
    const attempt = (key: string) =>
      one.fetch("/console/session", {
        method: "POST",
        headers: { ...own, "content-type": "application/json" },
        body: JSON.stringify({ operatorKey: key })
      })
    try {
      const statuses: Array<number> = []
      for (let count = 0; count < 30; count++) statuses.push((await attempt(`a wrong key ${count}`)).status)
      assert.deepStrictEqual([...new Set(statuses)], [401])
      const refused = await attempt(operatorKey)
      assert.strictEqual(refused.status, 429)
      assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
    } finally {
      await one.stop()
    }
    const all = logged.join("\n")
    assert.include(all, "The console refused to let somebody in from 127.0.0.1")
    assert.notInclude(all, operatorKey)
    assert.notInclude(all, "a wrong key")
  })

  it("counts only links that are not valid, and these keep nobody with a key out", async () => {
    const one = await startStandalone(sqliteInMemory)
    const enter = async (credentials: object) => {
      const answer = await one.fetch("/console/session", {
        method: "POST",
        headers: { ...own, "content-type": "application/json" },
        body: JSON.stringify(credentials)
      })
      await answer.text()
      return answer.status
    }
    try {
      const link = await one.operator("POST", `/sellers/${randomUUID()}/portal`, {})
      const { url } = (await link.json()) as { readonly url: string }
      const portal = url.split("#")[1]
      const opened = new Set<number>()
      for (let count = 0; count < 40; count++) opened.add(await enter({ portal }))
      assert.deepStrictEqual([...opened], [200])
      const refused = await Promise.all(
        Array.from({ length: 60 }, (_, count) => enter({ portal: `${count}${portal}` }))
      )
      assert.sameMembers([...new Set(refused)], [401, 429])
      assert.deepStrictEqual([await enter({ portal }), await enter({ operatorKey })], [200, 200])
    } finally {
      await one.stop()
    }
  })

  it.each([
    ["nothing", undefined],
    ["no object", []],
    ["another field", { password: operatorKey }],
    ["no text", { operatorKey: 1 }],
    ["too much", { operatorKey: "k".repeat(140_000) }]
  ])("is refused with %s", async (_, body) => {
    assert.strictEqual((await caller.send("POST", "/console/session", { headers: own, body })).status, 400)
  })
})

describe("behind proxies", () => {
  const ofClient = "203.0.113.9"

  it("keeps nobody out who has the key, however many others have not", async () => {
    const one = await startStandalone(sqliteInMemory, { trustedProxies: loopback })
    const attempt = async (address: string, key: string) => {
      const answer = await one.fetch("/console/session", {
        method: "POST",
        headers: { ...own, "content-type": "application/json", "x-forwarded-for": address },
        body: JSON.stringify({ operatorKey: key })
      })
      await answer.text()
      return answer.status
    }
    try {
      const wrong = Array.from({ length: 330 }, (_, count) => attempt(`203.0.113.${100 + (count % 11)}`, "a wrong key"))
      assert.notInclude(await Promise.all(wrong), 200)
      assert.strictEqual(await attempt(ofClient, operatorKey), 200)
    } finally {
      await one.stop()
    }
  })

  const link = async (trustedProxies: typeof loopback, headers: Record<string, string>) => {
    const one = await startStandalone(sqliteInMemory, { trustedProxies })
    try {
      const opened = await one.fetch(`/operator/v1/sellers/${randomUUID()}/portal`, {
        method: "POST",
        headers: { authorization: `Bearer ${operatorKey}`, "content-type": "application/json", ...headers },
        body: "{}"
      })
      const { url } = (await opened.json()) as { readonly url: string }
      return url.startsWith(one.base) ? "its own" : new URL(url).origin
    } finally {
      await one.stop()
    }
  }
  const twice = { "x-forwarded-for": `${ofClient}, 127.0.0.2` }
  const outward = { "x-forwarded-proto": "https", "x-forwarded-host": "api.example" }

  it.each<readonly [string, Record<string, string>, string]>([
    ["two of which the first ends TLS", { ...twice, ...outward }, "https://api.example"],
    ["that do not tell addresses", outward, "https://api.example"],
    ["of which one hides the address", { "x-forwarded-for": "unknown, 127.0.0.2", ...outward }, "https://api.example"],
    [
      "that tell of each step",
      { ...twice, "x-forwarded-proto": "https, http", "x-forwarded-host": "api.example, inner.example" },
      "https://api.example"
    ],
    ["whose words do not fit", { ...twice, "x-forwarded-proto": "https, http, http" }, "its own"],
    [
      "that say nothing of use",
      { ...twice, "x-forwarded-proto": "ftp", "x-forwarded-host": "u@api.example" },
      "its own"
    ]
  ])("%s, the service knows how it is reached", async (_, headers, expected) => {
    assert.strictEqual(await link(loopback, headers), expected)
  })

  it("that nobody trusts, it does not believe what is said", async () => {
    assert.strictEqual(await link([], { ...twice, ...outward }), "its own")
  })
})

describe("a portal in a frame", () => {
  it("is for the pages that are named, and its cookie for their frames, while the operator's stays strict", async () => {
    const framed = await startStandalone(sqliteInMemory, {
      frameAncestors: ["https://seller.example"],
      trustedProxies: loopback
    })
    const enter = async (credentials: object) => {
      const answer = await framed.fetch("/console/session", {
        method: "POST",
        headers: { ...own, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" },
        body: JSON.stringify(credentials)
      })
      return answer.headers.get("set-cookie")
    }
    try {
      const page = await framed.fetch("/console")
      assert.include(page.headers.get("content-security-policy"), "frame-ancestors https://seller.example")
      assert.isNull(page.headers.get("x-frame-options"))
      const link = await framed.operator("POST", `/sellers/${randomUUID()}/portal`, {})
      const { url } = (await link.json()) as { readonly url: string }
      const cookie = await enter({ portal: url.split("#")[1] })
      for (const part of ["HttpOnly", "SameSite=None", "Secure", "Partitioned"]) assert.include(cookie, part)
      const ofOperator = await enter({ operatorKey })
      assert.include(ofOperator, "SameSite=Strict")
      assert.include(ofOperator, "Secure")
    } finally {
      await framed.stop()
    }
  })
})
