/** Who may call, who sees what, and how often. */
import { Category, TokenType } from "@sellerkit/core"
import { defaultLimits } from "@sellerkit/core/service"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApiService, TokenOptions } from "./ApiTarget.ts"
import {
  type Answer,
  assertProblem,
  type Caller,
  callerWith,
  cardChanged,
  cardEvent,
  createWebhook,
  feedbackUpdated,
  newCaller,
  newSeller,
  newWebhook,
  read,
  reportComplete
} from "./Caller.ts"
import { assertStatusProblem } from "./promotion/PromotionAnswer.ts"
import { eventually } from "./waiting.ts"

const missing = "019845e1-682f-4b02-a706-3b2422d13aec"

type Request = readonly [method: string, path: string, body?: unknown]

/** The operations of Seller Webhooks Service, with input that is right as far as it goes. */
const webhookOperations = (id = missing): ReadonlyArray<Request> => [
  ["GET", "/api/v1/event-scopes"],
  ["POST", "/api/v1/webhooks", newWebhook()],
  ["GET", "/api/v1/webhooks"],
  ["GET", `/api/v1/webhooks/${id}`],
  ["PUT", `/api/v1/webhooks/${id}`, newWebhook()],
  ["DELETE", `/api/v1/webhooks/${id}`],
  ["POST", "/api/v1/webhooks/check", { url: "http://127.0.0.1:9/hook" }],
  ["POST", `/api/v1/webhooks/${id}/secret/refresh`],
  ["POST", `/api/v1/webhooks/${id}/test/send`],
  ["GET", "/api/v1/events"],
  ["GET", `/api/v1/events/${id}`],
  ["GET", `/api/v1/events/${id}/deliveries`],
  ["GET", "/api/v1/deliveries"],
  ["GET", `/api/v1/deliveries/${id}`],
  ["GET", "/api/v1/history"],
  ["GET", `/api/v1/history/${id}`]
]

/** Operations on campaigns that change nothing, with input that is right as far as it goes. */
const promotionReads: ReadonlyArray<Request> = [
  ["GET", "/adv/v1/supplier/subjects"],
  ["POST", "/adv/v2/supplier/nms", [192]],
  ["GET", "/adv/v1/promotion/count"],
  ["POST", "/adv/v1/promotion/adverts", [1]],
  ["GET", "/adv/v1/balance"],
  ["GET", "/adv/v1/budget?id=1"],
  ["GET", "/adv/v1/upd?from=2026-01-01&to=2026-01-02"],
  ["GET", "/adv/v1/payments"],
  ["GET", "/adv/v0/config"],
  ["GET", "/adv/v1/auto/getnmtoadd?id=1"],
  ["POST", "/adv/v2/fullstats", [{ id: 1 }]],
  ["GET", "/adv/v2/auto/stat-words?id=1"],
  ["GET", "/adv/v1/stat/words?id=1"],
  ["GET", "/adv/v0/stats/keywords?advert_id=1&from=2026-01-01&to=2026-01-02"],
  ["GET", "/adv/v1/count"],
  ["GET", "/adv/v1/adverts"],
  ["GET", "/adv/v1/advert?id=1"],
  ["POST", "/adv/v1/stats", [{ id: 1 }]]
]

/** Those that change something. */
const promotionChanges: ReadonlyArray<Request> = [
  ["POST", "/adv/v1/save-ad", { type: 8, name: "Winter", subjectId: 192, sum: 1000 }],
  ["POST", "/adv/v2/seacat/save-ad", { name: "Summer", nms: [101] }],
  ["GET", "/adv/v0/delete?id=1"],
  ["POST", "/adv/v0/rename", { advertId: 1, name: "Autumn" }],
  ["POST", "/adv/v0/cpm", { advertId: 1, type: 8, cpm: 500 }],
  ["GET", "/adv/v0/start?id=1"],
  ["GET", "/api/v0/pause?id=1"],
  ["GET", "/adv/v0/pause?id=1"],
  ["GET", "/adv/v0/stop?id=1"],
  ["POST", "/adv/v1/budget/deposit?id=1", { sum: 1000 }],
  ["POST", "/adv/v1/auto/updatenm?id=1", { add: [101] }],
  ["GET", "/adv/v1/search/set-plus?id=1&fixed=true"],
  ["POST", "/adv/v1/search/set-plus?id=1", { pluse: ["A"] }],
  ["POST", "/adv/v1/search/set-phrase?id=1", { phrase: ["A"] }],
  ["POST", "/adv/v1/search/set-strong?id=1", { strong: ["A"] }],
  ["POST", "/adv/v1/search/set-excluded?id=1", { excluded: ["A"] }],
  ["POST", "/adv/v1/auto/set-excluded?id=1", { excluded: ["A"] }],
  ["POST", "/adv/v1/advert/stop", { advert_id: 1 }],
  ["POST", "/adv/v1/advert/pause", { advert_id: 1 }],
  ["POST", "/adv/v1/advert/start", { advert_id: 1 }],
  ["POST", "/adv/v1/item/cpm/change", { advert_id: 1, item_id: 1, cpm: "500" }]
]

const promotionOperations = [...promotionReads, ...promotionChanges]

/** With the access of each (Seller Statistics Reports, Authentication; contract, needed category). */
const reports: ReadonlyArray<{
  readonly types: ReadonlyArray<TokenType>
  readonly category: Category
  readonly requests: ReadonlyArray<Request>
}> = [
  {
    types: ["personal", "service", "base"],
    category: "statistics",
    requests: [
      ["GET", "/api/v1/supplier/incomes?dateFrom=2026-01-15"],
      ["GET", "/api/v1/supplier/stocks?dateFrom=2026-01-15"],
      ["GET", "/api/v1/supplier/orders?dateFrom=2026-01-15"],
      ["GET", "/api/v1/supplier/sales?dateFrom=2026-01-15"],
      ["GET", "/api/v5/supplier/reportDetailByPeriod?dateFrom=2026-01-12&dateTo=2026-01-18"]
    ]
  },
  {
    types: ["personal", "service"],
    category: "analytics",
    requests: [
      ["POST", "/api/analytics/v1/stocks-report/marketplace-warehouses", {}],
      ["POST", "/api/analytics/v1/stocks-report/wb-warehouses", {}]
    ]
  },
  {
    types: ["personal", "service"],
    category: "finance",
    requests: [["POST", "/api/finance/v1/sales-reports/detailed", { dateFrom: "2026-01-12", dateTo: "2026-01-18" }]]
  }
]

const reportOperations = reports.flatMap(({ requests }) => requests)

/** Without a category, and errors with a status. */
const connectionCheck: Request = ["GET", "/ping"]

/** Those that anybody may call. */
const publicOperations: ReadonlyArray<Request> = [["GET", "/changelog.json"]]

const categoriesBut = (left: Category): ReadonlyArray<Category> =>
  Category.literals.filter((category) => category !== left)

export const accessApiSuite = (service: ApiService): void => {
  describe("access", () => {
    it("knows every operation that is described", async () => {
      const { body } = await read(await service.fetch("/openapi.json"))
      const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, missing)}`)
      )
      const known = [
        ...webhookOperations(),
        ...promotionOperations,
        ...reportOperations,
        connectionCheck,
        ...publicOperations
      ].map(([method, path]) => `${method} ${path.split("?")[0]}`)
      // The other method that edits.
      assert.sameMembers(described, [...known, `PATCH /api/v1/webhooks/${missing}`])
    })

    it("takes reports from tokens of their types with their category, read-only ones too, and from no others", async () => {
      for (const { category, requests, types } of reports) {
        // Of a seller for each request: spellings of an operation have one budget.
        const statusesOf = async (options: Omit<Parameters<ApiService["token"]>[0], "sellerId">) => {
          const statuses = new Set<number>()
          for (const request of requests) {
            const caller = callerWith(service, await service.token({ ...options, sellerId: newSeller() }), "")
            statuses.add((await caller.call(...request)).status)
          }
          return [...statuses]
        }
        for (const type of TokenType.literals) {
          const of = { type, ...(type === "service" && { serviceId: "reports" }) }
          const allowed = await statusesOf({ ...of, categories: [category], readOnly: true })
          const isTaken = types.includes(type)
          for (const status of allowed) assert.include(isTaken ? [200, 204] : [403], status, `${type} ${category}`)
          const others = await statusesOf({ ...of, categories: categoriesBut(category) })
          assert.deepStrictEqual(others, [403], `${type} without ${category}`)
        }
      }
    })

    it("answers 401 to every operation without a token, or with one that is no good", async () => {
      const token = await service.token({ sellerId: newSeller() })
      const altered = `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}`
      const bad = [undefined, "", "nonsense", "Bearer", "Basic dXNlcjpwYXNz", altered, `Bearer ${altered}`]
      for (const credential of bad) {
        const caller = callerWith(service, credential, "")
        const refused = async (requests: ReadonlyArray<Request>, assertBody: (answer: Answer) => void) => {
          for (const request of requests) {
            const answer = await caller.call(...request)
            assertBody(answer)
            assert.match(answer.headers.get("x-ratelimit-remaining") ?? "", /^\d+$/)
          }
        }
        await refused(webhookOperations(), (answer) => assertProblem(answer, 401))
        await refused([...promotionOperations, connectionCheck], (answer) => assertStatusProblem(answer, 401))
        for (const request of publicOperations) assert.strictEqual((await caller.call(...request)).status, 200)
      }
    })

    it("answers 403 to a Personal token on every operation on webhooks", async () => {
      const caller = await newCaller(service, { type: "personal" })
      for (const [method, path, body] of webhookOperations()) {
        const answer = await caller.call(method, path, body)
        assertProblem(answer, 403)
        assert.match(answer.headers.get("x-ratelimit-remaining") ?? "", /^\d+$/)
      }
    })

    it("answers 403 on every operation on campaigns to tokens without their category, and on those that change something to read-only ones", async () => {
      const refused = async (options: Partial<TokenOptions>, requests: ReadonlyArray<Request>) => {
        const caller = await newCaller(service, options)
        for (const request of requests) {
          const answer = await caller.call(...request)
          assertStatusProblem(answer, 403)
          assert.match(answer.headers.get("x-ratelimit-remaining") ?? "", /^\d+$/)
        }
      }
      await refused({ categories: [] }, promotionOperations)
      await refused({ type: "personal", categories: categoriesBut("promotion") }, promotionOperations)
      await refused({ readOnly: true }, promotionChanges)
    })

    it("takes tokens of every type with the category of campaigns, alone or after Bearer, read-only ones to read", async () => {
      const categories = ["promotion"] as const
      const tokens = [
        { type: "personal", categories },
        { type: "base", categories },
        { type: "service", serviceId: "adverts", categories }
      ] as const
      for (const options of tokens) {
        for (const [prefix, readOnly, requests] of [
          ["", false, promotionOperations],
          ["Bearer ", true, promotionReads]
        ] as const) {
          const sellerId = newSeller()
          const token = await service.token({ sellerId, ...options, readOnly })
          const caller = callerWith(service, `${prefix}${token}`, sellerId)
          for (const [method, path, body] of requests) {
            const { status, text } = await caller.call(method, path, body)
            // The seller has no campaign, product or money yet. The pause of media campaigns answers 422 then.
            assert.include([200, 204, 400, 404, 422], status, `${path}: ${text}`)
          }
        }
      }
    })

    it("takes Service and Base tokens of any access level, alone or after Bearer", async () => {
      const sellerId = newSeller()
      const tokens = [
        await service.token({ sellerId }),
        await service.token({ sellerId, readOnly: true }),
        await service.token({ sellerId, sandbox: true }),
        await service.token({ sellerId, type: "service", serviceId: "reports" }),
        await service.token({
          sellerId,
          type: "service",
          serviceId: "reports",
          readOnly: true,
          categories: ["content"]
        })
      ]
      for (const token of tokens) {
        for (const credential of [token, `Bearer ${token}`, `bearer ${token}`]) {
          const caller = callerWith(service, credential, sellerId)
          assert.strictEqual((await caller.get("/api/v1/event-scopes")).status, 200)
          await createWebhook(caller)
        }
      }
    })

    it("answers 401 before 403, 403 before 429, and 429 before 400", async () => {
      const wrongBody = "{"
      const path = "/api/v1/webhooks/check"
      const nobody = callerWith(service, "nonsense", "")
      assertProblem(await nobody.post(path, wrongBody), 401)
      const personal = await newCaller(service, { type: "personal" })
      assertProblem(await personal.post(path, wrongBody), 403)
      const caller = await newCaller(service)
      let answer = await caller.post(path, wrongBody)
      for (let calls = 0; calls < 1000 && answer.status !== 429; calls++) {
        assertProblem(answer, 400)
        answer = await caller.post(path, wrongBody)
      }
      assertProblem(answer, 429)
      for (let calls = 0; calls < 70; calls++) assertProblem(await personal.post(path, wrongBody), 403)
    })

    it("answers so to operations on campaigns too, and with when to come again", async () => {
      const wrong = ["POST", "/adv/v1/save-ad", "{"] as const
      assertStatusProblem(await callerWith(service, "nonsense", "").call(...wrong), 401)
      const sellerId = newSeller()
      const without = await newCaller(service, { sellerId, categories: [] })
      const caller = await newCaller(service, { sellerId })
      assertStatusProblem(await without.call(...wrong), 403)
      const first = await caller.call(...wrong)
      assert.deepStrictEqual([first.status, first.headers.get("x-ratelimit-remaining")], [400, "0"])
      const second = await caller.call(...wrong)
      assertStatusProblem(second, 429)
      const header = (name: string) => Number(second.headers.get(name))
      assert.strictEqual(header("x-ratelimit-limit"), 1)
      for (const name of ["retry-after", "x-ratelimit-retry", "x-ratelimit-reset"]) {
        assert.isAtLeast(header(name), 1)
        assert.isAtMost(header(name), 20)
      }
      assertStatusProblem(await without.call(...wrong), 403)
    })

    it("has for each operation on campaigns a budget of the published size, and one for both paths that pause", async () => {
      const sizes: ReadonlyArray<readonly [permits: number, request: Request]> = [
        [1, ["GET", "/adv/v1/supplier/subjects"]],
        [5, ["POST", "/adv/v2/supplier/nms", [192]]],
        [1, ["POST", "/adv/v1/save-ad", {}]],
        [5, ["POST", "/adv/v2/seacat/save-ad", {}]],
        [5, ["GET", "/adv/v1/promotion/count"]],
        [300, ["POST", "/adv/v0/cpm", {}]],
        [5, ["GET", "/adv/v0/start"]],
        [1, ["GET", "/adv/v1/balance"]],
        [4, ["GET", "/adv/v1/budget"]],
        [1, ["POST", "/adv/v1/budget/deposit", {}]],
        [1, ["GET", "/adv/v1/upd"]],
        [1, ["GET", "/adv/v1/payments"]],
        [1, ["GET", "/adv/v0/config"]],
        [10, ["GET", "/adv/v1/count"]],
        [10, ["POST", "/adv/v1/advert/stop", {}]],
        [10, ["POST", "/adv/v1/advert/pause", {}]],
        [10, ["POST", "/adv/v1/advert/start", {}]],
        [10, ["POST", "/adv/v1/item/cpm/change", {}]]
      ]
      const caller = await newCaller(service)
      const left = async (...request: Request) =>
        Number((await caller.call(...request)).headers.get("x-ratelimit-remaining"))
      for (const [permits, request] of sizes) assert.strictEqual(await left(...request), permits - 1, request[1])
      const paths = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "/api/v0/pause" : "/adv/v0/pause"))
      const asked = performance.now()
      const answers = await Promise.all(paths.map((path) => caller.get(path)))
      const gotBack = Math.ceil((performance.now() - asked) / 200)
      assert.isAtMost(answers.filter(({ status }) => status !== 429).length, 5 + gotBack)
    })

    it("counts down the budget and says when to come again", async () => {
      const caller = await newCaller(service)
      const { permits } = defaultLimits.urlChecks
      const remaining: Array<number> = []
      for (;;) {
        const answer = await caller.post("/api/v1/webhooks/check", { url: "http://10.0.0.1/x" })
        if (answer.status === 429) {
          assert.isNull(answer.headers.get("x-ratelimit-remaining"))
          const header = (name: string) => Number(answer.headers.get(name))
          assert.strictEqual(header("x-ratelimit-limit"), permits)
          // Slow calls get some of the budget back meanwhile.
          assert.isAtLeast(remaining.length, permits)
          assert.isAtLeast(header("retry-after"), 1)
          assert.strictEqual(header("retry-after"), header("x-ratelimit-retry"))
          assert.isAtLeast(header("x-ratelimit-reset"), header("retry-after"))
          break
        }
        remaining.push(Number(answer.headers.get("x-ratelimit-remaining")))
        assert.isBelow(remaining.length, 1000)
      }
      assert.deepStrictEqual([remaining[0], remaining.at(-1)], [permits - 1, 0])
      assert.deepStrictEqual(
        remaining,
        remaining.toSorted((left, right) => right - left)
      )
      const other = await newCaller(service)
      assert.strictEqual((await other.post("/api/v1/webhooks/check", { url: "http://10.0.0.1/x" })).status, 200)
      assert.strictEqual((await caller.get("/api/v1/webhooks")).status, 200, "other operations have their own")
    })

    it("shares one budget between the two methods that edit", async () => {
      const caller = await newCaller(service)
      const { id } = await createWebhook(caller)
      const left = async (method: string) =>
        Number((await caller.call(method, `/api/v1/webhooks/${id}`, newWebhook())).headers.get("x-ratelimit-remaining"))
      const first = await left("PUT")
      // All at once, and more than the budget gets back until the last is admitted.
      const edits = await Promise.all([...Array.from({ length: 50 }, () => left("PUT")), left("PATCH")])
      assert.isBelow(edits.at(-1)!, first)
    })

    it("needs the category of each event that is subscribed to, and names those that lack it", async () => {
      const caller = await newCaller(service, { categories: ["content"] })
      await createWebhook(caller, { subscriptions: [cardChanged] })
      const wanted = [cardChanged, feedbackUpdated, reportComplete]
      const refused = await caller.post("/api/v1/webhooks", newWebhook({ subscriptions: wanted }))
      assertProblem(refused, 403)
      assert.match(refused.body.detail, /questionsandfeedback\/feedback_updated/)
      assert.match(refused.body.detail, /contentanalytics\/report_generation_complete/)
      assert.notMatch(refused.body.detail, /content\/card_changed/)
      const { id } = await createWebhook(caller, { subscriptions: [] })
      const edit = newWebhook({ subscriptions: [feedbackUpdated] })
      assertProblem(await caller.call("PUT", `/api/v1/webhooks/${id}`, edit), 403)
      assert.deepStrictEqual((await caller.get(`/api/v1/webhooks/${id}`)).body.subscriptions, [])
    })

    describe("isolation", () => {
      let owner: Caller
      let strangers: ReadonlyArray<readonly [string, Caller]>
      let webhookId: string
      let eventId: string
      let deliveryId: string
      let entryId: string
      beforeAll(async () => {
        const sellerId = newSeller()
        const as = (options: object) => newCaller(service, { sellerId, ...options })
        owner = await as({ type: "service", serviceId: "reports" })
        strangers = [
          ["another service of the seller", await as({ type: "service", serviceId: "analytics" })],
          ["the seller itself", await as({})],
          ["the service in the sandbox", await as({ type: "service", serviceId: "reports", sandbox: true })],
          ["the service at another seller", await newCaller(service, { type: "service", serviceId: "reports" })]
        ]
        webhookId = (await createWebhook(owner)).id
        const [published] = await service.publish(sellerId, [cardEvent(1)])
        eventId = published!.id
        const { body } = await eventually(
          () => owner.get("/api/v1/deliveries"),
          (answer) => answer.body.deliveries.length > 0
        )
        deliveryId = body.deliveries[0].id
        entryId = (await owner.get("/api/v1/history")).body.history[0].id
      })

      it("shows the owner what is its own", async () => {
        for (const path of [
          `/api/v1/webhooks/${webhookId}`,
          `/api/v1/events/${eventId}`,
          `/api/v1/events/${eventId}/deliveries`,
          `/api/v1/deliveries/${deliveryId}`,
          `/api/v1/history/${entryId}`
        ]) {
          assert.strictEqual((await owner.get(path)).status, 200, path)
        }
      })

      it("answers others exactly as if it were missing", async () => {
        const requests = (id: { webhook: string; event: string; delivery: string; entry: string }) =>
          [
            ["GET", `/api/v1/webhooks/${id.webhook}`],
            ["PUT", `/api/v1/webhooks/${id.webhook}`, newWebhook()],
            ["DELETE", `/api/v1/webhooks/${id.webhook}`],
            ["POST", `/api/v1/webhooks/${id.webhook}/secret/refresh`],
            ["POST", `/api/v1/webhooks/${id.webhook}/test/send`],
            ["GET", `/api/v1/events/${id.event}`],
            ["GET", `/api/v1/events/${id.event}/deliveries`],
            ["GET", `/api/v1/deliveries/${id.delivery}`],
            ["GET", `/api/v1/history/${id.entry}`]
          ] as ReadonlyArray<readonly [method: string, path: string, body?: unknown]>
        const theirs = requests({ webhook: webhookId, event: eventId, delivery: deliveryId, entry: entryId })
        const none = requests({ webhook: missing, event: missing, delivery: missing, entry: missing })
        for (const [who, stranger] of strangers) {
          for (const [index, [method, path, body]] of theirs.entries()) {
            const answer = await stranger.call(method, path, body)
            assertProblem(answer, 404)
            const absent = await stranger.call(...none[index]!)
            const shape = ({ detail, requestId: _id, ...rest }: any) => ({
              ...rest,
              detail: detail.replace(/[0-9a-f-]{36}/, "…")
            })
            assert.deepStrictEqual(shape(answer.body), shape(absent.body), `${who}: ${method} ${path}`)
          }
        }
        assert.strictEqual((await owner.get(`/api/v1/webhooks/${webhookId}`)).status, 200)
      })

      it("lists nothing of it to others", async () => {
        for (const [who, stranger] of strangers) {
          const ids = { webhook: webhookId, event: eventId, delivery: deliveryId, entry: entryId }
          for (const path of [
            "/api/v1/webhooks",
            "/api/v1/events",
            `/api/v1/events?webhookId=${webhookId}`,
            "/api/v1/deliveries",
            `/api/v1/deliveries?webhookId=${webhookId}`
          ]) {
            const text = JSON.stringify((await stranger.get(path)).body)
            for (const id of Object.values(ids)) assert.notInclude(text, id, `${who}: ${path}`)
          }
          const { body } = await stranger.get("/api/v1/history")
          for (const entry of body.history) {
            assert.notStrictEqual(entry.id, entryId, who)
            assert.isString(entry.error, "only their own failed attempts")
          }
        }
      })

      it("delivers a seller's event to webhooks of all its services, and not to the sandbox", async () => {
        const sellerId = newSeller()
        const first = await newCaller(service, { sellerId, type: "service", serviceId: "one" })
        const second = await newCaller(service, { sellerId, type: "service", serviceId: "two" })
        const sandbox = await newCaller(service, { sellerId, sandbox: true })
        for (const caller of [first, second, sandbox]) await createWebhook(caller)
        const [live] = await service.publish(sellerId, [cardEvent(1)])
        assert.strictEqual(live!.deliveries, 2)
        const [test] = await service.publish(sellerId, [cardEvent(2)], { sandbox: true })
        assert.strictEqual(test!.deliveries, 1)
        const numbers = async (caller: Caller) =>
          (await caller.get("/api/v1/events")).body.events.map(({ payload }: any) => payload[0].nmID)
        assert.deepStrictEqual([await numbers(first), await numbers(second), await numbers(sandbox)], [[1], [1], [2]])
      })
    })
  })
}
