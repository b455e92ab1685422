/** The webhook operations: what each answers, and every rule for its fields. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApiService } from "./ApiTarget.ts"
import {
  assertFields,
  assertProblem,
  type Caller,
  cardChanged,
  createWebhook,
  feedbackUpdated,
  newCaller,
  newWebhook,
  reportComplete,
  timestampPattern,
  uuidPattern
} from "./Caller.ts"
import { nextMoment } from "./waiting.ts"

const missing = "019845e1-682f-4b02-a706-3b2422d13aec"
const fields = ["id", "enabled", "name", "url", "createdAt", "updatedAt", "subscriptions"]

export const webhooksApiSuite = (service: ApiService): void => {
  describe("webhooks", () => {
    let caller: Caller
    beforeAll(async () => {
      caller = await newCaller(service)
    })

    it("lists the event types by scope", async () => {
      const { body, headers, status } = await caller.get("/api/v1/event-scopes")
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^application\/json/)
      assert.deepStrictEqual(Object.keys(body), ["eventScopes"])
      const pairs = body.eventScopes.flatMap((scope: any) => {
        assert.sameMembers(Object.keys(scope), ["name", "key", "eventTypes"])
        return scope.eventTypes.map((type: any) => {
          assert.sameMembers(Object.keys(type), ["name", "key"])
          return `${scope.key}/${type.key}`
        })
      })
      assert.sameMembers(pairs, [
        "contentanalytics/report_generation_complete",
        "content/card_creation_error",
        "content/card_changed",
        "questionsandfeedback/feedback_updated",
        "promotion/campaign_status_changed",
        "promotion/campaign_budget_exhausted",
        "promotion/campaign_declined",
        "promotion/campaign_removed"
      ])
    })

    it("creates a webhook and shows its secret", async () => {
      const created = await createWebhook(caller, { name: "Ünï 😀", subscriptions: [cardChanged, feedbackUpdated] })
      assert.sameMembers(Object.keys(created), [...fields, "secret"])
      assert.match(created.id, uuidPattern)
      assert.match(created.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.match(created["createdAt"] as string, timestampPattern)
      assert.strictEqual(created["createdAt"], created["updatedAt"])
      assert.deepInclude(created, {
        enabled: true,
        name: "Ünï 😀",
        url: "http://127.0.0.1:9/hook",
        subscriptions: [cardChanged, feedbackUpdated]
      })
    })

    it("gets a webhook without its secret, whatever the case of its id", async () => {
      const { secret, ...created } = await createWebhook(caller)
      assert.isString(secret)
      assert.deepStrictEqual((await caller.get(`/api/v1/webhooks/${created.id}`)).body, created)
      assert.deepStrictEqual((await caller.get(`/api/v1/webhooks/${created.id.toUpperCase()}`)).body, created)
    })

    it("lists webhooks without secrets, with their number and how many there may be", async () => {
      const fresh = await newCaller(service)
      const empty = await fresh.get("/api/v1/webhooks")
      assert.deepStrictEqual([empty.body.webhooks, empty.body.total], [[], 0])
      const { secret: _secret, ...created } = await createWebhook(fresh)
      const { body } = await fresh.get("/api/v1/webhooks")
      assert.sameMembers(Object.keys(body), ["webhooks", "total", "limit"])
      assert.deepStrictEqual(body.webhooks, [created])
      assert.strictEqual(body.total, 1)
      assert.isAtLeast(body.limit, 1)
    })

    it("refuses one webhook more than there may be, until one is deleted", async () => {
      const fresh = await newCaller(service)
      const { limit } = (await fresh.get("/api/v1/webhooks")).body
      const { id } = await createWebhook(fresh)
      for (let number = 1; number < limit; number++) await createWebhook(fresh)
      const refused = await fresh.post("/api/v1/webhooks", newWebhook())
      assertProblem(refused, 400)
      assert.match(refused.body.detail, new RegExp(`${limit} webhooks`))
      await fresh.call("DELETE", `/api/v1/webhooks/${id}`)
      await createWebhook(fresh)
      assert.strictEqual((await fresh.get("/api/v1/webhooks")).body.total, limit)
    })

    it("lists in each of the six orders", async () => {
      const fresh = await newCaller(service)
      const ids: Array<string> = []
      for (const name of ["bbb", "ccc", "aaa"]) {
        ids.push((await createWebhook(fresh, { name })).id)
        await nextMoment()
      }
      const [b, c, a] = ids as [string, string, string]
      await fresh.call("PUT", `/api/v1/webhooks/${b}`, newWebhook({ name: "bbb" }))
      const orders = {
        nameAsc: [a, b, c],
        nameDesc: [c, b, a],
        createdAtAsc: [b, c, a],
        createdAtDesc: [a, c, b],
        updatedAtAsc: [c, a, b],
        updatedAtDesc: [b, a, c]
      }
      for (const [order, expected] of Object.entries(orders)) {
        const { body } = await fresh.get(`/api/v1/webhooks?order=${order}`)
        assert.deepStrictEqual(
          body.webhooks.map(({ id }: { readonly id: string }) => id),
          expected,
          order
        )
      }
      assertFields(await fresh.get("/api/v1/webhooks?order=sideways"), "query.order")
    })

    for (const method of ["PUT", "PATCH"]) {
      it(`edits a webhook with ${method}, all fields but the URL`, async () => {
        const created = await createWebhook(caller)
        await nextMoment()
        const edit = { enabled: false, name: "Renamed", subscriptions: [reportComplete], url: "https://other.example/" }
        const { body, status } = await caller.call(method, `/api/v1/webhooks/${created.id}`, edit)
        assert.strictEqual(status, 200)
        assert.sameMembers(Object.keys(body), fields)
        assert.deepInclude(body, {
          id: created.id,
          enabled: false,
          name: "Renamed",
          url: created["url"],
          createdAt: created["createdAt"],
          subscriptions: [reportComplete]
        })
        assert.isAbove(Date.parse(body.updatedAt), Date.parse(created["updatedAt"] as string))
        assert.deepStrictEqual((await caller.get(`/api/v1/webhooks/${created.id}`)).body, body)
      })

      it(`needs all of the editable fields with ${method}`, async () => {
        const { id } = await createWebhook(caller)
        const answer = await caller.call(method, `/api/v1/webhooks/${id}`, {})
        assertFields(answer, "body.enabled", "body.name", "body.subscriptions")
      })
    }

    it("deletes a webhook with 204 and no body", async () => {
      const { id } = await createWebhook(caller)
      const { body, status } = await caller.call("DELETE", `/api/v1/webhooks/${id}`)
      assert.deepStrictEqual([status, body], [204, undefined])
      assertProblem(await caller.get(`/api/v1/webhooks/${id}`), 404)
      assertProblem(await caller.call("DELETE", `/api/v1/webhooks/${id}`), 404)
    })

    it("refreshes the secret and shows the new one", async () => {
      const created = await createWebhook(caller)
      const { body, status } = await caller.post(`/api/v1/webhooks/${created.id}/secret/refresh`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body), ["secret"])
      assert.match(body.secret, /^whsec_/)
      assert.notStrictEqual(body.secret, created.secret)
    })

    it("sends one test event for each subscription", async () => {
      const { id } = await createWebhook(caller, { subscriptions: [cardChanged, feedbackUpdated] })
      const { body, status } = await caller.post(`/api/v1/webhooks/${id}/test/send`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        body.events.map(({ scope, type }: any) => ({ scope, event: type })),
        [cardChanged, feedbackUpdated]
      )
      const { body: event } = await caller.get(`/api/v1/events/${body.events[0].id}`)
      assert.strictEqual(event.test, true)
    })

    it("answers 409 to a test without subscriptions, or of a disabled webhook", async () => {
      const bare = await createWebhook(caller, { subscriptions: [] })
      assertProblem(await caller.post(`/api/v1/webhooks/${bare.id}/test/send`), 409)
      const disabled = await createWebhook(caller, { enabled: false })
      assertProblem(await caller.post(`/api/v1/webhooks/${disabled.id}/test/send`), 409)
    })

    it("checks a URL and says why it would not do", async () => {
      const { body, status } = await caller.post("/api/v1/webhooks/check", { url: "http://127.0.0.1:9/hook" })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body), ["success", "error"])
      assert.isFalse(body.success)
      // Platforms that cannot tell it from a lost connection say so.
      assert.match(body.error, /^The connection was refused/)
      assertFields(await caller.post("/api/v1/webhooks/check", { url: "ftp://example.com/" }), "body.url")
      assertFields(await caller.post("/api/v1/webhooks/check", {}), "body.url")
    })

    it("answers 404 for a webhook that is not there, and 400 for an id that is none", async () => {
      const requests = (id: string) =>
        [
          ["GET", `/api/v1/webhooks/${id}`, undefined],
          ["PUT", `/api/v1/webhooks/${id}`, newWebhook()],
          ["PATCH", `/api/v1/webhooks/${id}`, newWebhook()],
          ["DELETE", `/api/v1/webhooks/${id}`, undefined],
          ["POST", `/api/v1/webhooks/${id}/secret/refresh`, undefined],
          ["POST", `/api/v1/webhooks/${id}/test/send`, undefined]
        ] as const
      for (const [method, path, body] of requests(missing)) {
        assertProblem(await caller.call(method, path, body), 404)
      }
      for (const [method, path, body] of requests("nonsense")) {
        assertFields(await caller.call(method, path, body), "path.id")
      }
    })

    const wrong: ReadonlyArray<readonly [title: string, change: Record<string, unknown>, ...locations: Array<string>]> =
      [
        ["enabled that is no boolean", { enabled: "true" }, "body.enabled"],
        ["no enabled", { enabled: undefined }, "body.enabled"],
        ["a name of 2 characters", { name: "ab" }, "body.name"],
        ["a name of 61 characters", { name: "x".repeat(61) }, "body.name"],
        ["a name with control characters", { name: "a\u0000b\u0007" }, "body.name"],
        ["a URL of 9 characters", { url: "http://ab" }, "body.url"],
        ["a URL of 201 characters", { url: `https://a.example/${"x".repeat(183)}` }, "body.url"],
        ["a relative URL", { url: "/notifications/here" }, "body.url"],
        ["another scheme", { url: "ftp://receiver.example/" }, "body.url"],
        ["a URL with credentials", { url: "https://user:hunter2@a.example/" }, "body.url"],
        ["no URL", { url: undefined }, "body.url"],
        ["subscriptions that are no list", { subscriptions: {} }, "body.subscriptions"],
        ["a subscription twice", { subscriptions: [cardChanged, cardChanged] }, "body.subscriptions"],
        [
          "a subscription to nothing that exists",
          { subscriptions: [cardChanged, { scope: "content", event: "nope" }] },
          "body.subscriptions.1"
        ],
        [
          "an event in another scope than its own",
          { subscriptions: [{ scope: "content", event: "feedback_updated" }] },
          "body.subscriptions.0"
        ],
        [
          "several things at once",
          { enabled: 1, name: "", url: "nonsense", subscriptions: [{ scope: 1, event: null }] },
          "body.enabled",
          "body.name",
          "body.url",
          "body.subscriptions.0.scope",
          "body.subscriptions.0.event"
        ]
      ]
    for (const [title, change, ...locations] of wrong) {
      it(`refuses to create a webhook with ${title}, and stores nothing`, async () => {
        const fresh = await newCaller(service)
        const answer = await fresh.post("/api/v1/webhooks", newWebhook(change))
        assert.strictEqual(answer.status, 400, JSON.stringify(answer.body))
        assertProblem(answer, 400)
        const found = new Set(answer.body.errors.map(({ location }: { readonly location: string }) => location))
        assert.deepStrictEqual(found, new Set(locations))
        assert.notInclude(JSON.stringify(answer.body), "hunter2")
        assert.strictEqual((await fresh.get("/api/v1/webhooks")).body.total, 0)
        assert.deepStrictEqual((await fresh.get("/api/v1/history")).body.history, [])
      })
    }

    it("takes names and URLs at their bounds, counted in characters", async () => {
      for (const name of ["abc", "x".repeat(60), "😀😀😀", "😀".repeat(60)]) {
        assert.strictEqual((await createWebhook(caller, { name }))["name"], name)
      }
      for (const url of ["http://a.b/", `https://a.example/${"x".repeat(182)}`]) {
        assert.strictEqual((await createWebhook(caller, { url }))["url"], url)
      }
    })

    it("says what is wrong with a field and what was found there", async () => {
      const { body } = await caller.post("/api/v1/webhooks", newWebhook({ name: "ab" }))
      const [error] = body.errors
      assert.strictEqual(error.value, "ab")
      assert.match(error.message, /between 3 and 60/)
    })
  })
}
