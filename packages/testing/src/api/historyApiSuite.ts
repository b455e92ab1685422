/** Events and deliveries as the API shows them, and what the pages of all histories have in common. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { ApiService } from "./ApiTarget.ts"
import {
  assertFields,
  assertProblem,
  type Caller,
  cardEvent,
  createWebhook,
  newCaller,
  timestampPattern,
  uuidPattern
} from "./Caller.ts"
import { eventually } from "./waiting.ts"

const missing = "019845e1-682f-4b02-a706-3b2422d13aec"

export const historyApiSuite = (service: ApiService): void => {
  describe("history", () => {
    let receiver: Server
    let url: string
    beforeAll(async () => {
      receiver = createServer((request, response) => {
        request.resume()
        response.writeHead(request.url === "/broken" ? 500 : 200).end()
      })
      await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    })
    afterAll(async () => {
      receiver.closeAllConnections()
      receiver.close()
    })

    const publish = (caller: Caller, ...numbers: ReadonlyArray<number>) =>
      service.publish(
        caller.sellerId,
        numbers.map((number) => cardEvent(number))
      )

    it("gives fewer events than asked for where their payloads are large, and leads on to the others", async () => {
      const caller = await newCaller(service)
      // Nothing listens there: what is published waits.
      await createWebhook(caller, { url: "http://127.0.0.1:9/hook" })
      const text = "x".repeat(200_000)
      for (let number = 1; number <= 25; number++) {
        await service.publish(caller.sellerId, [cardEvent(number, { payload: { ...cardEvent(number).payload, text } })])
      }
      const seen: Array<number> = []
      const lengths: Array<number> = []
      let next = ""
      do {
        const { body } = await caller.get(`/api/v1/events?limit=1000&next=${next}`)
        seen.push(...body.events.map(({ payload }: { payload: [{ nmID: number }] }) => payload[0].nmID))
        lengths.push(body.events.length)
        next = body.next
      } while (next !== "")
      assert.deepStrictEqual(
        seen,
        Array.from({ length: 25 }, (_, index) => 25 - index)
      )
      assert.deepStrictEqual(lengths, [20, 5])
    })

    it("shows an event with its payload in a list, and each delivery of it", async () => {
      const caller = await newCaller(service)
      const { id: webhookId } = await createWebhook(caller, { url: `${url}/hook` })
      const payload = { ...cardEvent(1).payload, further: [1.5, { deep: true }] }
      const [published] = await service.publish(caller.sellerId, [
        cardEvent(1, { payload, time: "2026-01-15T12:30:00.125+03:00", idempotencyKey: "key-1" })
      ])
      const { body: event } = await caller.get(`/api/v1/events/${published!.id}`)
      assert.deepStrictEqual(event, {
        id: published!.id,
        idempotencyKey: "key-1",
        time: "2026-01-15T09:30:00.125Z",
        type: "card_changed",
        scope: "content",
        test: false,
        payload: [payload]
      })
      const { body: page } = await caller.get("/api/v1/events")
      assert.deepStrictEqual(page, { events: [event], next: "", prev: "" })

      const of = `/api/v1/events/${published!.id}/deliveries`
      const { body } = await eventually(
        () => caller.get(of),
        (answer) => answer.body.deliveries.length > 0
      )
      const [delivery] = body.deliveries
      assert.match(delivery.id, uuidPattern)
      assert.match(delivery.time, timestampPattern)
      assert.deepStrictEqual(delivery, {
        id: delivery.id,
        time: delivery.time,
        webhookId,
        success: true,
        responseCode: 200
      })
      assert.deepStrictEqual((await caller.get(`/api/v1/deliveries/${delivery.id}`)).body, delivery)
      assert.deepStrictEqual((await caller.get("/api/v1/deliveries")).body, {
        deliveries: [delivery],
        next: "",
        prev: ""
      })
    })

    it("shows why a delivery failed", async () => {
      const caller = await newCaller(service)
      await createWebhook(caller, { url: `${url}/broken` })
      await publish(caller, 1)
      const { body } = await eventually(
        () => caller.get("/api/v1/deliveries"),
        (answer) => answer.body.deliveries.length > 0
      )
      const [{ error, responseCode, success }] = body.deliveries
      assert.deepStrictEqual([success, responseCode, error], [false, 500, "The receiver answered 500 instead of 200"])
    })

    it("shows deliveries to all webhooks subscribed to an event", async () => {
      const caller = await newCaller(service)
      const first = await createWebhook(caller, { url: `${url}/a` })
      const second = await createWebhook(caller, { url: `${url}/b` })
      const [published] = await publish(caller, 1)
      assert.strictEqual(published!.deliveries, 2)
      const { body } = await eventually(
        () => caller.get(`/api/v1/events/${published!.id}/deliveries`),
        (answer) => answer.body.deliveries.length === 2
      )
      assert.sameMembers(
        body.deliveries.map((delivery: any) => delivery.webhookId),
        [first.id, second.id]
      )
    })

    it("does not show events that nobody was subscribed to", async () => {
      const caller = await newCaller(service)
      await createWebhook(caller, { subscriptions: [] })
      const [published] = await publish(caller, 1)
      assert.strictEqual(published!.deliveries, 0)
      assert.deepStrictEqual((await caller.get("/api/v1/events")).body.events, [])
      assertProblem(await caller.get(`/api/v1/events/${published!.id}`), 404)
    })

    it("shows events that only a disabled webhook was subscribed to, without deliveries", async () => {
      const caller = await newCaller(service)
      const { id } = await createWebhook(caller, { enabled: false })
      const [published] = await publish(caller, 1)
      assert.strictEqual(published!.deliveries, 0)
      const { body: event } = await caller.get(`/api/v1/events/${published!.id}`)
      assert.strictEqual(event.id, published!.id)
      assert.deepStrictEqual((await caller.get("/api/v1/events")).body.events, [event])
      assert.deepStrictEqual((await caller.get(`/api/v1/events?webhookId=${id}`)).body.events, [event])
      assert.deepStrictEqual((await caller.get(`/api/v1/events/${event.id}/deliveries`)).body.deliveries, [])
    })

    it("filters events and deliveries by webhook and by time, both ends included", async () => {
      const caller = await newCaller(service)
      const first = await createWebhook(caller)
      const times = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"]
      for (const [index, time] of times.entries()) {
        await service.publish(caller.sellerId, [cardEvent(index, { time })])
      }
      const second = await createWebhook(caller)
      await service.publish(caller.sellerId, [cardEvent(9, { time: "2026-01-04T00:00:00Z" })])
      const numbers = async (query: string) =>
        (await caller.get(`/api/v1/events?${query}`)).body.events.map(({ payload }: any) => payload[0].nmID)
      assert.deepStrictEqual(await numbers(`webhookId=${first.id}`), [9, 2, 1, 0])
      assert.deepStrictEqual(await numbers(`webhookId=${second.id}`), [9])
      assert.deepStrictEqual(await numbers(`webhookId=${missing}`), [])
      assert.deepStrictEqual(await numbers(`from=${times[1]}&to=${times[2]}`), [2, 1])
      assert.deepStrictEqual(await numbers("from=2026-01-02T03:00:00%2B03:00&limit=2"), [9, 2])
      // As clients send it that do not escape it.
      assert.deepStrictEqual(await numbers("from=2026-01-02T03:00:00+03:00&limit=2"), [9, 2])
      assert.deepStrictEqual(await numbers("to=2025-12-31T23:59:59.999Z"), [])
      const until = "to=2026-01-03T23:59:59Z"
      assert.deepStrictEqual(await numbers(`from=2026-01-03T00:00:00.000000Z&${until}`), [2])
      assert.deepStrictEqual(await numbers(`from=2026-01-03T00:00:00.000001Z&${until}`), [])
      const deliveries = await caller.get(`/api/v1/deliveries?webhookId=${missing}`)
      assert.deepStrictEqual(deliveries.body.deliveries, [])
    })

    it("walks forward and back over the same pages while new events arrive", async () => {
      const caller = await newCaller(service)
      await createWebhook(caller)
      for (let number = 1; number <= 17; number++) await publish(caller, number)
      const pages: Array<ReadonlyArray<number>> = []
      const read = async (query: string) => {
        const { body, status } = await caller.get(`/api/v1/events?limit=5&${query}`)
        assert.strictEqual(status, 200)
        return body
      }
      const numbersOf = (body: any) => body.events.map(({ payload }: any) => payload[0].nmID)
      let current = await read("")
      assert.strictEqual(current.prev, "")
      for (;;) {
        pages.push(numbersOf(current))
        await publish(caller, 100 + pages.length)
        if (current.next === "") break
        current = await read(`next=${encodeURIComponent(current.next)}`)
      }
      assert.deepStrictEqual(pages, [
        [17, 16, 15, 14, 13],
        [12, 11, 10, 9, 8],
        [7, 6, 5, 4, 3],
        [2, 1]
      ])
      const back: Array<ReadonlyArray<number>> = [numbersOf(current)]
      while (back.length < pages.length) {
        current = await read(`prev=${encodeURIComponent(current.prev)}`)
        back.unshift(numbersOf(current))
      }
      assert.deepStrictEqual(back, pages)
      current = await read(`prev=${encodeURIComponent(current.prev)}`)
      assert.deepStrictEqual(numbersOf(current), [104, 103, 102, 101], "what arrived meanwhile")
      assert.strictEqual(current.prev, "")
    })

    it("limits a page to 1 to 1000 records, 100 unless told", async () => {
      const caller = await newCaller(service)
      await createWebhook(caller)
      await publish(caller, ...Array.from({ length: 130 }, (_, index) => index))
      assert.strictEqual((await caller.get("/api/v1/events")).body.events.length, 100)
      assert.strictEqual((await caller.get("/api/v1/events?limit=1000")).body.events.length, 130)
      assert.strictEqual((await caller.get("/api/v1/events?limit=1")).body.events.length, 1)
    })

    for (const path of ["/api/v1/events", "/api/v1/deliveries", "/api/v1/history"]) {
      it(`names every wrong parameter of ${path}`, async () => {
        const caller = await newCaller(service)
        for (const limit of ["0", "1001", "-1", "1.5", "ten", ""]) {
          assertFields(await caller.get(`${path}?limit=${limit}`), "query.limit")
        }
        const wrong = await caller.get(`${path}?next=nonsense&prev=%21&from=yesterday&to=2026-01-15`)
        assertFields(wrong, "query.next", "query.prev", "query.from", "query.to")
      })
    }

    it("answers 404 for what is not there, and 400 for ids that are none", async () => {
      const caller = await newCaller(service)
      const paths = (id: string) => [
        [`/api/v1/events/${id}`, "path.event-id"],
        [`/api/v1/events/${id}/deliveries`, "path.event-id"],
        [`/api/v1/deliveries/${id}`, "path.delivery-id"],
        [`/api/v1/history/${id}`, "path.history-id"]
      ]
      for (const [path] of paths(missing)) assertProblem(await caller.get(path!), 404)
      for (const [path, location] of paths("nonsense")) assertFields(await caller.get(path!), location!)
    })
  })
}
