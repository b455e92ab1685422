/** Who may call, who sees what, and how often. */
import { defaultLimits } from "@sellerkit/core/service"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApiService } from "./ApiTarget.ts"
import {
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
  reportComplete
} from "./Caller.ts"
import { eventually } from "./waiting.ts"

const missing = "019845e1-682f-4b02-a706-3b2422d13aec"

/** Every operation, with input that is right as far as it goes. */
const operations = (id = missing) =>
  [
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
  ] as ReadonlyArray<readonly [method: string, path: string, body?: unknown]>

export const accessApiSuite = (service: ApiService): void => {
  describe("access", () => {
    it("answers 401 to every operation without a token, or with one that is no good", async () => {
      const token = await service.token({ sellerId: newSeller() })
      const altered = `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}`
      const bad = [undefined, "", "nonsense", "Bearer", "Basic dXNlcjpwYXNz", altered, `Bearer ${altered}`]
      for (const credential of bad) {
        const caller = callerWith(service, credential, "")
        for (const [method, path, body] of operations()) {
          const answer = await caller.call(method, path, body)
          assertProblem(answer, 401)
          assert.match(answer.headers.get("x-ratelimit-remaining") ?? "", /^\d+$/)
        }
      }
    })

    it("answers 403 to a Personal token on every operation", async () => {
      const caller = await newCaller(service, { type: "personal" })
      for (const [method, path, body] of operations()) {
        const answer = await caller.call(method, path, body)
        assertProblem(answer, 403)
        assert.match(answer.headers.get("x-ratelimit-remaining") ?? "", /^\d+$/)
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
