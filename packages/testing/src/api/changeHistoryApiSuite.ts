/** The change history as the API shows it: who did what, and how it ended. */
import { assert, describe, it } from "@effect/vitest"
import type { ApiService } from "./ApiTarget.ts"
import {
  assertProblem,
  cardChanged,
  createWebhook,
  newCaller,
  newWebhook,
  timestampPattern,
  uuidPattern
} from "./Caller.ts"

export const changeHistoryApiSuite = (service: ApiService): void => {
  describe("change history", () => {
    it("records who did what to which webhook, and how it ended", async () => {
      const caller = await newCaller(service)
      const { id } = await createWebhook(caller)
      await caller.call("PUT", `/api/v1/webhooks/${id}`, newWebhook({ name: "Renamed" }))
      await caller.post(`/api/v1/webhooks/${id}/secret/refresh`)
      await caller.post(`/api/v1/webhooks/${id}/test/send`)
      await caller.call("DELETE", `/api/v1/webhooks/${id}`)
      await caller.call("DELETE", `/api/v1/webhooks/${id}`)
      const { body } = await caller.get("/api/v1/history")
      const entries = body.history.toReversed()
      assert.deepStrictEqual(
        entries.map(({ action, request, response }: any) => [action, request, response]),
        [
          ["createWebhook", {}, { webhookId: id }],
          ["editWebhook", { webhookId: id }, { webhookId: id }],
          ["refreshSecret", { webhookId: id }, { webhookId: id }],
          ["sendTestEvent", { webhookId: id }, { webhookId: id }],
          ["deleteWebhook", { webhookId: id }, { webhookId: id }],
          ["deleteWebhook", { webhookId: id }, {}]
        ]
      )
      for (const entry of entries) {
        assert.match(entry.id, uuidPattern)
        assert.match(entry.time, timestampPattern)
        assert.strictEqual(entry.source, "api")
        assert.deepStrictEqual((await caller.get(`/api/v1/history/${entry.id}`)).body, entry)
      }
      const failed = entries.at(-1)
      assert.strictEqual(failed.error, `There is no webhook ${id}`)
      assert.notProperty(entries[0], "error")
    })

    it("records a refused subscription, and not what could not even be read", async () => {
      const caller = await newCaller(service, { categories: ["analytics"] })
      assertProblem(await caller.post("/api/v1/webhooks", newWebhook({ subscriptions: [cardChanged] })), 403)
      assertProblem(await caller.post("/api/v1/webhooks", newWebhook({ name: "" })), 400)
      const { body } = await caller.get("/api/v1/history")
      assert.strictEqual(body.history.length, 1)
      assert.match(body.history[0].error, /content\/card_changed needs the category content/)
    })

    it("pages change history", async () => {
      const caller = await newCaller(service)
      for (let index = 0; index < 5; index++) await createWebhook(caller)
      const first = (await caller.get("/api/v1/history?limit=3")).body
      const second = (await caller.get(`/api/v1/history?limit=3&next=${first.next}`)).body
      assert.deepStrictEqual([first.history.length, second.history.length, second.next], [3, 2, ""])
      const again = (await caller.get(`/api/v1/history?limit=3&prev=${second.prev}`)).body
      assert.deepStrictEqual(again.history, first.history)
    })
  })
}
