/** Who reaches what through the console, tried by HTTP: forged requests, altered sessions, and links for one seller. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { propertyRuns } from "@sellerkit/testing"
import { buildApp } from "../../packages/console/build/app.ts"
import { operatorKey } from "../standaloneService.ts"
import { type Caller, cookieOf, makeCaller, nothingHere, own } from "./Caller.ts"
import { overSqlite, overWorker, type Service } from "./targets.ts"

beforeAll(() => buildApp())

describe.each([overSqlite, overWorker])("the console of $name", ({ isLive, start }) => {
  let service: Service
  let session: string
  let caller: Caller
  beforeAll(async () => {
    service = await start()
    caller = await makeCaller(service)
    session = caller.session
  })
  afterAll(() => service.stop())

  const send: Caller["send"] = (...given) => caller.send(...given)
  const logIn: Caller["logIn"] = (...given) => caller.logIn(...given)
  const withSession: Caller["withSession"] = (...given) => caller.withSession(...given)

  describe("a session", () => {
    it("is a cookie that neither scripts nor other sites can use", async () => {
      const answer = await logIn({ operatorKey })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body, { face: "operator", readOnly: false })
      const cookie = answer.headers.get("set-cookie")!
      assert.match(cookie, /; Max-Age=4\d{4}; Path=\/console; HttpOnly; SameSite=Strict$/)
      assert.notInclude(cookie, operatorKey)
    })

    it("reaches the operator interface, and the seller API for any seller or service", async () => {
      const sellerId = randomUUID()
      assert.deepStrictEqual((await withSession("GET", `/console/operator/v1/sellers/${sellerId}/webhooks`)).body, {
        webhooks: []
      })
      const webhook = {
        name: "Warehouse",
        url: "http://127.0.0.1:9/",
        subscriptions: [{ scope: "content", event: "card_changed" }],
        enabled: true
      }
      const path = `/console/sellers/${sellerId}/api/api/v1/webhooks`
      const asService = { "x-sellerkit-service": "erp" }
      assert.strictEqual((await withSession("POST", path, session, asService, webhook)).status, 200)
      assert.lengthOf((await withSession("GET", path)).body.webhooks, 0)
      assert.lengthOf((await withSession("GET", path, session, asService)).body.webhooks, 1)
      assert.lengthOf(
        (await withSession("GET", path, session, { ...asService, "x-sellerkit-sandbox": "true" })).body.webhooks,
        0
      )
      const { body } = await withSession("GET", `/console/operator/v1/sellers/${sellerId}/webhooks`)
      assert.strictEqual(body.webhooks[0].serviceId, "erp")
    })

    it.each(["//x/api/v1/webhooks", "//", "/\\x/api/v1/webhooks", "//u:p@x/api/v1/webhooks", "/api//v1/webhooks"])(
      "reaches no operation by the path %s",
      async (path) => {
        const answer = await withSession("GET", `/console/sellers/${randomUUID()}/api${path}`)
        assert.strictEqual(answer.status, 404)
      }
    )

    it("sends no more to the seller API than that takes", async () => {
      const path = `/console/sellers/${randomUUID()}/api/api/v1/webhooks`
      const answer = await withSession("POST", path, session, {}, { name: "n".repeat(1_100_000) })
      assert.deepStrictEqual([answer.status, answer.body.title], [413, "Body too large"])
      // Of a length that nobody has said.
      const body = new ReadableStream({
        start: (controller) => {
          for (let part = 0; part < 40; part++) controller.enqueue(new TextEncoder().encode("n".repeat(65_536)))
          controller.close()
        }
      })
      const streamed = await service.fetch(path, {
        method: "POST",
        headers: { ...own, cookie: session, "content-type": "application/json" },
        body,
        duplex: "half"
      } as RequestInit)
      assert.strictEqual(streamed.status, 413)
    })

    it("counts alone: what else says who calls is not looked at", async () => {
      const token = await service.token({ sellerId: randomUUID() })
      const path = `/console/sellers/${randomUUID()}/api/api/v1/webhooks`
      for (const authorization of [token, `Bearer ${operatorKey}`]) {
        assert.strictEqual((await send("GET", path, { headers: { ...own, authorization } })).status, 401)
        assert.strictEqual(
          (await send("GET", "/console/operator/v1/openapi.json", { headers: { ...own, authorization } })).status,
          401
        )
        assert.strictEqual((await withSession("GET", path, session, { authorization })).status, 200)
      }
      // Nor does a cookie count outside of the console.
      assert.strictEqual((await send("GET", "/api/v1/webhooks", { headers: { ...own, cookie: session } })).status, 401)
    })

    it.each(["nobody", "..", "%2e%2e", "a/b", "'"])("cannot be for the seller %s", async (sellerId) => {
      const { body, status } = await withSession("GET", `/console/sellers/${sellerId}/api/api/v1/webhooks`)
      assert.isBelow(status, 500)
      // What is spelled otherwise is another page.
      if (status === 200) assert.match(body, /^<!doctype html>/)
    })

    it.effect.prop(
      "is none once a letter of it is another",
      [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 }))],
      ([at]) =>
        Effect.promise(async () => {
          const [name, sealed] = session.split("=") as [string, string]
          const index = at % sealed.length
          const letter = sealed[index] === "A" ? "B" : "A"
          const altered = `${name}=${sealed.slice(0, index)}${letter}${sealed.slice(index + 1)}`
          // The last letter of base64 has bits that say nothing.
          if (index === sealed.length - 1 || sealed[index + 1] === ".") return
          assert.strictEqual((await withSession("GET", "/console/session", altered)).status, 401)
        }),
      { arbitrary: propertyRuns(60, 20) }
    )

    it("ends when it is told to", async () => {
      const answer = await withSession("DELETE", "/console/session")
      assert.strictEqual(answer.status, 204)
      assert.match(answer.headers.get("set-cookie")!, /^sellerkit_console=; Max-Age=0;/)
    })
  })

  describe("a forged request", () => {
    const forged: ReadonlyArray<readonly [string, Record<string, string>]> = [
      ["without the console's header", {}],
      ["from another origin", { ...own, origin: "https://evil.example" }],
      ["from a sandboxed page", { ...own, origin: "null" }],
      ["that the browser calls foreign", { ...own, "sec-fetch-site": "cross-site" }],
      ["from a neighbouring host", { ...own, "sec-fetch-site": "same-site" }]
    ]
    it.each(forged)("%s is refused, and changes nothing", async (_, headers) => {
      const asked = { headers: { cookie: session, ...headers } }
      const tokens = await send("POST", "/console/operator/v1/tokens", { ...asked, body: { sellerId: randomUUID() } })
      assert.strictEqual(tokens.status, 403)
      assert.strictEqual((await send("GET", `/console/sellers/${randomUUID()}/api/api/v1/webhooks`, asked)).status, 403)
      assert.strictEqual((await send("DELETE", "/console/session", asked)).status, 403)
      assert.strictEqual((await logIn({ operatorKey }, headers)).status, 403)
    })
  })

  describe("a page", () => {
    it.each(["/console", "/console/", "/console/sellers/x/webhooks", "/console/portal"])(
      "%s runs nothing but its files",
      async (path) => {
        const { body, headers, status } = await send("GET", path)
        assert.strictEqual(status, 200)
        assert.include(
          headers.get("content-security-policy"),
          "default-src 'none'; script-src 'self'; style-src 'self'"
        )
        assert.include(headers.get("content-security-policy"), "frame-ancestors 'none'")
        assert.notMatch(body, /<script(?![^>]* src="\/console\/assets\/)/)
        assert.notMatch(body, /<style| style="| on\w+="/)
        assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      }
    )

    it("has files that are kept for ever, and no others", async () => {
      const [, script] = /src="([^"]+)"/.exec((await send("GET", "/console")).body)!
      assert.match((await send("GET", script!)).headers.get("cache-control")!, /immutable/)
      for (const name of ["nothing.js", "..%2findex.html", "%2e%2e%2fstamp", "constructor"]) {
        assert.strictEqual((await send("GET", `/console/assets/${name}`)).status, 404)
      }
    })
  })

  describe("a link to the portal", () => {
    const open = async (options: object = {}, sellerId = randomUUID()) => {
      const { body, status } = await send("POST", `/operator/v1/sellers/${sellerId}/portal`, {
        body: options,
        headers: { authorization: `Bearer ${operatorKey}` }
      })
      assert.strictEqual(status, 200)
      const [page, token] = body.url.split("#")
      assert.strictEqual(page, `${service.base}/console/portal`)
      const answer = await logIn({ portal: token })
      return {
        answer,
        token,
        sellerId,
        expiresAt: body.expiresAt,
        cookie: answer.status === 200 ? cookieOf(answer) : ""
      }
    }

    it("opens a session of one seller, which ends with it", async () => {
      const { answer, expiresAt, sellerId } = await open({ theme: { accent: "#aa0000", language: "ru" } })
      assert.deepStrictEqual(answer.body, {
        face: "portal",
        sellerId,
        sandbox: false,
        readOnly: false,
        expiresAt,
        features: { clock: false, tokens: false, everySeller: false, live: isLive },
        theme: { accent: "#aa0000", language: "ru" }
      })
    })

    it("carries a picture, which does not get into the cookie, or the path of one, which does", async () => {
      const picture = `data:image/svg+xml;base64,${"PHN2Zz48L3N2Zz4".repeat(1500)}`
      const drawn = await open({ theme: { logo: picture, accent: "#aa0000" } })
      assert.strictEqual(drawn.answer.body.theme.logo, picture)
      assert.isBelow(drawn.cookie.length, 1000)
      const again = await withSession("GET", "/console/session", drawn.cookie)
      assert.deepStrictEqual(again.body.theme, { accent: "#aa0000" })
      const named = await open({ theme: { logo: "/logo.svg" } })
      const kept = await withSession("GET", "/console/session", named.cookie)
      assert.deepStrictEqual(kept.body.theme, { logo: "/logo.svg" })
    })

    it("is over after its time, and so is its session", async () => {
      const { cookie, expiresAt, token } = await open({ expiresIn: 1 })
      await setTimeout(Math.max(0, Date.parse(expiresAt) - Date.now()) + 50)
      assert.strictEqual((await withSession("GET", "/console/session", cookie)).status, 401)
      assert.strictEqual((await logIn({ portal: token })).status, 401)
    })

    it("and a session cannot stand for each other", async () => {
      const { cookie, token } = await open()
      assert.strictEqual((await withSession("GET", "/console/session", `sellerkit_console=${token}`)).status, 401)
      assert.strictEqual((await logIn({ portal: cookie.split("=")[1] })).status, 401)
    })

    it.each([
      { expiresIn: 0 },
      { expiresIn: 604_801 },
      { theme: { accent: "red;} body {" } },
      { theme: { logo: "https://evil.example/" } },
      { theme: { logo: "//evil.example/logo.svg" } },
      { theme: { logo: "data:text/html;base64,AAAA" } },
      { theme: { logo: `data:image/png;base64,${"A".repeat(40_000)}` } },
      { serviceId: "../other" },
      { readonly: true }
    ])("is refused with %j", async (body) => {
      const headers = { authorization: `Bearer ${operatorKey}` }
      const answer = await send("POST", `/operator/v1/sellers/${randomUUID()}/portal`, { body, headers })
      assert.strictEqual(answer.status, 400)
      assert.isNotEmpty(answer.body.errors)
    })

    /** Every operation of a document, for a seller. */
    const operationsOf = async (document: string, sellerId: string) => {
      const { paths } = (await send("GET", document)).body
      // The metrics have no part in the console.
      const { "/metrics": _, ...rest } = paths
      return Object.entries<object>(rest).flatMap(([path, item]) =>
        Object.keys(item)
          .filter((method) => ["delete", "get", "patch", "post", "put"].includes(method))
          .map((method) => ({
            method: method.toUpperCase(),
            path: path.replace("{sellerId}", sellerId).replaceAll(/\{[^}]+\}/g, randomUUID())
          }))
      )
    }

    it("reaches no operation of another seller", async () => {
      const { cookie, sellerId } = await open()
      const other = randomUUID()
      const operator = await operationsOf("/operator/v1/openapi.json", other)
      const seller = await operationsOf("/openapi.json", other)
      assert.isAtLeast(operator.length, 25)
      assert.isAbove(seller.length, 60)
      const refused = [
        ...operator.map(({ method, path }) => ({ method, path: `/console${path}` })),
        ...seller.map(({ method, path }) => ({ method, path: `/console/sellers/${other}/api${path}` })),
        // Other spellings of the same.
        { method: "GET", path: `/console/operator/v1/sellers/${sellerId}/../${other}/webhooks` },
        { method: "GET", path: `/console/operator/v1/sellers/${sellerId}/%2e%2e/${other}/webhooks` },
        { method: "GET", path: `/console/operator/v1/sellers/${sellerId}/webhooks/../../${other}/webhooks` }
      ]
      for (const { method, path } of refused) {
        const { body, status } = await withSession(method, path, cookie)
        assert.strictEqual(status, 404, `${method} ${path}`)
        assert.strictEqual(body.detail, nothingHere, `${method} ${path}`)
      }
    })

    it("uses of the operator interface what is about its seller, and nothing else", async () => {
      const { cookie, sellerId } = await open()
      const allowed: Array<string> = []
      for (const { method, path } of await operationsOf("/operator/v1/openapi.json", sellerId)) {
        const { body } = await withSession(method, `/console${path}`, cookie)
        if (body?.detail !== nothingHere)
          allowed.push(`${method} ${path.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "*")}`)
      }
      assert.sameMembers(allowed, [
        "GET /operator/v1/sellers/*/webhooks",
        "GET /operator/v1/sellers/*/webhooks/*",
        "GET /operator/v1/sellers/*/webhooks/*/hours",
        "POST /operator/v1/sellers/*/webhooks/*/retry",
        "POST /operator/v1/sellers/*/webhooks/*/resend",
        "GET /operator/v1/sellers/*/events",
        "GET /operator/v1/sellers/*/events/*",
        "GET /operator/v1/sellers/*/deliveries",
        "GET /operator/v1/sellers/*/retry-schedule",
        "POST /operator/v1/sellers/*/deliveries/*/resend",
        "GET /operator/v1/sellers/*/resends/*",
        "POST /operator/v1/sellers/*/resends/*/cancel"
      ])
    })

    it("changes nothing where it may only read", async () => {
      const { cookie, sellerId } = await open({ readOnly: true })
      assert.strictEqual(
        (await withSession("GET", `/console/sellers/${sellerId}/api/api/v1/webhooks`, cookie)).status,
        200
      )
      const launching = new Set(["/adv/v0/start", "/adv/v0/pause", "/api/v0/pause", "/adv/v0/stop", "/adv/v0/delete"])
      const reading = [
        "/adv/v1/promotion/adverts",
        "/adv/v1/stats",
        "/adv/v2/fullstats",
        "/stocks-report/",
        "/sales-reports/"
      ]
      for (const { method, path } of await operationsOf("/openapi.json", sellerId)) {
        const asked = launching.has(path) ? `${path}?id=1` : path
        if (method === "GET" && asked === path) continue
        const { body, status } = await withSession(method, `/console/sellers/${sellerId}/api${asked}`, cookie)
        if (reading.some((part) => path.includes(part)))
          assert.notStrictEqual(body.detail, "This session may only read")
        else assert.strictEqual(status, 403, `${method} ${path}`)
      }
    })

    describe("of an integrated service", () => {
      const webhook = {
        name: "Warehouse",
        // Nobody listens there.
        url: "http://127.0.0.1:9/",
        subscriptions: [{ scope: "content", event: "card_changed" }],
        enabled: true
      }

      /** Webhooks of a seller and of two of its services, an event that went to all of them, and who looks at the first service. */
      const prepared = async () => {
        const { cookie, sellerId } = await open({ serviceId: "erp" })
        const create = async (serviceId: string | undefined): Promise<string> => {
          const headers: Record<string, string> = serviceId === undefined ? {} : { "x-sellerkit-service": serviceId }
          const path = `/console/sellers/${sellerId}/api/api/v1/webhooks`
          return (await withSession("POST", path, session, headers, webhook)).body.id
        }
        const own = await create("erp")
        const others = [await create(undefined), await create("crm")]
        const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
        const [event] = await service.publish(sellerId, [{ type: "card_changed", scope: "content", payload }])
        const asOperator = (method: string, path: string, body?: unknown) =>
          withSession(method, `/console/operator/v1/sellers/${sellerId}/${path}`, session, {}, body)
        const asService = (method: string, path: string, body?: unknown) =>
          withSession(method, `/console/operator/v1/sellers/${sellerId}/${path}`, cookie, {}, body)
        await vi.waitFor(async () => {
          assert.isAtLeast((await asOperator("GET", "deliveries")).body.deliveries.length, 3)
        }, 60_000)
        return { sellerId, cookie, own, others, event: event!, asOperator, asService }
      }

      it("shows its own webhooks, events and deliveries alone, whatever it asks for", async () => {
        const { asOperator, asService, event, own } = await prepared()
        for (const query of ["", "?serviceId=crm", "?serviceId=crm&serviceId=erp", "?sandbox=false&serviceId="]) {
          const { webhooks } = (await asService("GET", `webhooks${query}`)).body
          assert.deepStrictEqual(
            webhooks.map(({ id }: { readonly id: string }) => id),
            [own],
            query
          )
          const { deliveries } = (await asService("GET", `deliveries${query}`)).body
          assert.isNotEmpty(deliveries, query)
          assert.isTrue(
            deliveries.every(({ webhookId }: { readonly webhookId: string }) => webhookId === own),
            query
          )
          const { events } = (await asService("GET", `events${query}`)).body
          const [{ delivered, dropped, id, waiting }] = events
          assert.deepStrictEqual([id, waiting + delivered + dropped], [event.id, 1], query)
          const fates = (await asService("GET", `events/${event.id}${query}`)).body
          assert.deepStrictEqual(
            fates.webhooks.map(({ webhookId }: { readonly webhookId: string }) => webhookId),
            [own]
          )
          assert.isTrue(fates.deliveries.every(({ webhookId }: { readonly webhookId: string }) => webhookId === own))
        }
        assert.lengthOf((await asOperator("GET", "webhooks")).body.webhooks, 3)
        assert.lengthOf((await asOperator("GET", "webhooks?serviceId=crm")).body.webhooks, 1)
      })

      it("names nobody to the change history, whomever it says it is", async () => {
        const { asOperator, asService, cookie, own, sellerId } = await prepared()
        const resend = [`webhooks/${own}/resend?userId=42`, { since: "2026-01-01T00:00:00Z" }] as const
        const history = async (): Promise<ReadonlyArray<{ readonly userId?: number }>> =>
          (await withSession("GET", `/console/sellers/${sellerId}/api/api/v1/history`, cookie)).body.history
        assert.strictEqual((await asService("POST", ...resend)).status, 202)
        assert.notProperty((await history())[0], "userId")
        await vi.waitFor(async () => assert.strictEqual((await asOperator("POST", ...resend)).status, 202), 60_000)
        assert.propertyVal((await history())[0], "userId", 42)
      })

      it("finds nothing of the seller's own and of other services, by any id", async () => {
        const { asOperator, asService, others } = await prepared()
        for (const id of others) {
          const since = "2026-01-01T00:00:00Z"
          const begun = await asOperator("POST", `webhooks/${id}/resend`, { since })
          assert.strictEqual(begun.status, 202)
          const { deliveries } = (await asOperator("GET", `deliveries?webhookId=${id}`)).body
          const asked: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
            ["GET", `webhooks/${id}`],
            ["GET", `webhooks/${id}/hours`],
            ["POST", `webhooks/${id}/retry`],
            ["POST", `webhooks/${id}/resend`, { since }],
            ["POST", `deliveries/${deliveries[0].id}/resend`],
            ["GET", `resends/${begun.body.id}`],
            ["POST", `resends/${begun.body.id}/cancel`]
          ]
          for (const [method, path, body] of asked) {
            assert.strictEqual((await asService(method, path, body)).status, 404, `${method} ${path}`)
          }
          for (const list of ["events", "deliveries"]) {
            const found = (await asService("GET", `${list}?webhookId=${id}`)).body
            assert.deepStrictEqual(found[list], [], list)
          }
        }
        const foreign = (await asOperator("GET", "events?idempotencyKey=nothing")).body
        assert.deepStrictEqual(foreign.events, [])
      })

      it("calls the seller API as that service, whatever it says of itself", async () => {
        const { cookie, own, sellerId } = await prepared()
        const call = (path: string, headers: Record<string, string> = {}) =>
          withSession("GET", `/console/sellers/${sellerId}/api${path}`, cookie, headers)
        for (const headers of [{}, { "x-sellerkit-service": "crm" }]) {
          const { webhooks } = (await call("/api/v1/webhooks", headers)).body
          assert.deepStrictEqual(
            webhooks.map(({ id }: { readonly id: string }) => id),
            [own]
          )
        }
      })

      it("creates, changes and removes its own webhooks, and no others", async () => {
        const { cookie, others, sellerId } = await prepared()
        const call = (method: string, path: string, body?: unknown) =>
          withSession(method, `/console/sellers/${sellerId}/api/api/v1${path}`, cookie, {}, body)
        const created = await call("POST", "/webhooks", webhook)
        assert.strictEqual(created.status, 200)
        const { id } = created.body
        const ofOperator = await withSession("GET", `/console/operator/v1/sellers/${sellerId}/webhooks/${id}`)
        assert.strictEqual(ofOperator.body.serviceId, "erp")
        const { name, subscriptions } = webhook
        for (const enabled of [false, true]) {
          const edited = { name: `${name} ${enabled}`, subscriptions, enabled }
          assert.strictEqual((await call("PUT", `/webhooks/${id}`, edited)).status, 200)
          assert.deepInclude((await call("GET", `/webhooks/${id}`)).body, { name: edited.name, enabled })
        }
        assert.strictEqual((await call("POST", `/webhooks/${id}/secret/refresh`)).status, 200)
        for (const other of others) {
          assert.strictEqual((await call("PUT", `/webhooks/${other}`, { ...webhook, url: undefined })).status, 404)
          assert.strictEqual((await call("POST", `/webhooks/${other}/secret/refresh`)).status, 404)
          assert.strictEqual((await call("DELETE", `/webhooks/${other}`)).status, 404)
        }
        assert.strictEqual((await call("DELETE", `/webhooks/${id}`)).status, 204)
      })

      it("subscribes to events of the categories that its link names", async () => {
        const { cookie, sellerId } = await open({ serviceId: "erp", categories: ["promotion"] })
        const create = (scope: string, event: string) =>
          withSession(
            "POST",
            `/console/sellers/${sellerId}/api/api/v1/webhooks`,
            cookie,
            {},
            {
              ...webhook,
              subscriptions: [{ scope, event }]
            }
          )
        assert.strictEqual((await create("content", "card_changed")).status, 403)
        assert.strictEqual((await create("promotion", "campaign_status_changed")).status, 200)
      })

      it("changes nothing where it may only read", async () => {
        const { cookie, sellerId } = await open({ serviceId: "erp", readOnly: true })
        const path = `/console/sellers/${sellerId}/api/api/v1/webhooks`
        assert.strictEqual((await withSession("GET", path, cookie)).status, 200)
        assert.strictEqual((await withSession("POST", path, cookie, {}, webhook)).status, 403)
      })

      it("reaches of the seller API nothing that is not about its webhooks", async () => {
        const { cookie, sellerId } = await open({ serviceId: "erp" })
        const reached: Array<string> = []
        for (const { method, path } of await operationsOf("/openapi.json", sellerId)) {
          const { body, status } = await withSession(method, `/console/sellers/${sellerId}/api${path}`, cookie)
          if (status !== 404 || body.detail !== nothingHere)
            reached.push(`${method} ${path.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "*")}`)
        }
        assert.sameMembers(reached, [
          "GET /api/v1/event-scopes",
          "GET /api/v1/webhooks",
          "POST /api/v1/webhooks",
          "POST /api/v1/webhooks/check",
          "GET /api/v1/webhooks/*",
          "PUT /api/v1/webhooks/*",
          "PATCH /api/v1/webhooks/*",
          "DELETE /api/v1/webhooks/*",
          "POST /api/v1/webhooks/*/secret/refresh",
          "POST /api/v1/webhooks/*/test/send",
          "GET /api/v1/events",
          "GET /api/v1/events/*",
          "GET /api/v1/events/*/deliveries",
          "GET /api/v1/deliveries",
          "GET /api/v1/deliveries/*",
          "GET /api/v1/history",
          "GET /api/v1/history/*"
        ])
        for (const path of [
          "/api/v1/supplier/orders?dateFrom=2026-01-01",
          "/api/v1/webhooks/../supplier/orders?dateFrom=2026-01-01",
          "/api/v1/webhooks/%2e%2e/supplier/orders?dateFrom=2026-01-01",
          "/api/v1/webhooks%2f..%2fsupplier/orders?dateFrom=2026-01-01",
          "/api/v1/events/..%5csupplier/orders?dateFrom=2026-01-01",
          "/api/v1/webhooks/",
          "/api/v1/Webhooks",
          "/operator/v1/sellers"
        ]) {
          const { body, status } = await withSession("GET", `/console/sellers/${sellerId}/api${path}`, cookie)
          assert.deepStrictEqual([status, body.detail], [404, nothingHere], path)
        }
        // What every caller may read: the page of limits is made of it.
        const description = await withSession("GET", `/console/sellers/${sellerId}/api/openapi.json`, cookie)
        assert.strictEqual(description.status, 200)
      })
    })

    it("keeps to the account that it is for", async () => {
      const { cookie, sellerId } = await open({ sandbox: true })
      const webhook = {
        name: "Tried out",
        url: "http://127.0.0.1:9/",
        subscriptions: [{ scope: "content", event: "card_changed" }],
        enabled: true
      }
      const path = `/console/sellers/${sellerId}/api/api/v1/webhooks`
      assert.strictEqual((await withSession("POST", path, cookie, {}, webhook)).status, 200)
      const listed = (query: string) =>
        withSession("GET", `/console/operator/v1/sellers/${sellerId}/webhooks${query}`, cookie)
      for (const query of ["", "?sandbox=false", "?sandbox=false&sandbox=true"]) {
        assert.lengthOf((await listed(query)).body.webhooks, 1, query)
      }
      const live = await withSession("GET", `/console/operator/v1/sellers/${sellerId}/webhooks`)
      assert.lengthOf(live.body.webhooks, 0)
    })
  })
})
