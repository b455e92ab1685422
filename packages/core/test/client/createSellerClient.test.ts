/** The client with promises. */
import { inspect } from "node:util"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { DateTime, Predicate } from "effect"
import * as exported from "../../src/client/index.ts"
import { createSellerClient, Refused, StatusUnauthorized } from "../../src/client/index.ts"
import { json, statusProblem } from "./scripted.ts"

const time = "2026-01-15T09:30:00.000Z"

const event = (number: number) => ({
  id: `01980000-0000-7000-8000-00000000000${number}`,
  idempotencyKey: "key",
  time,
  type: "card_changed",
  scope: "content",
  test: false,
  payload: [{ nmID: 1 }],
  deliveries: []
})

/** A client that is answered with these, and what it asked. */
const answered = (...answers: ReadonlyArray<Response | (() => Promise<Response>)>) => {
  const asked: Array<{ readonly url: string; readonly authorization: string | null; readonly body: unknown }> = []
  const client = createSellerClient({
    baseUrl: "https://shop.test/api",
    token: "token",
    retries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      const answer = answers[asked.length]
      asked.push({
        url: request.url,
        authorization: request.headers.get("authorization"),
        body: text === "" ? undefined : JSON.parse(text)
      })
      return typeof answer === "function" ? await answer() : answer!
    }
  })
  return { asked, client }
}

/** All that a call can reject with, by the names that they are exported by. */
const errorClasses = Object.entries<any>(exported)
  .filter(([, one]) => typeof one === "function" && one.prototype instanceof Error)
  .map(([name, one]) => [name, (fields: object): Error & { readonly _tag: string } => new one(fields)] as const)

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail("It was expected to fail"),
    (error: unknown) => error
  )

describe("a client with promises", () => {
  it("calls operations by their names, with values of the language", async () => {
    const { asked, client } = answered(json({ balance: 1, net: 2, bonus: 3 }), json({ events: [], next: "", prev: "" }))
    assert.deepStrictEqual(await client.finance.balance(), { balance: 1, net: 2, bonus: 3 })
    await client.events.list({ query: { limit: 5, from: new Date(time) } })
    assert.deepStrictEqual(asked, [
      { url: "https://shop.test/api/adv/v1/balance", authorization: "token", body: undefined },
      {
        url: `https://shop.test/api/api/v1/events?limit=5&from=${encodeURIComponent(time)}`,
        authorization: "token",
        body: undefined
      }
    ])
  })

  it("gives times as dates", async () => {
    const entry = {
      id: event(1).id,
      time,
      webhookId: event(2).id,
      source: "api",
      action: "createWebhook",
      success: true
    }
    const { client } = answered(json({ deliveries: [{ ...entry, success: true }], next: "", prev: "" }))
    const { deliveries } = await client.deliveries.list({ query: { limit: 5 } })
    expectTypeOf(deliveries[0]!.time).toEqualTypeOf<Date>()
    assert.deepStrictEqual(
      deliveries.map((one) => one.time),
      [new Date(time)]
    )
  })

  it("rejects with the errors of the API", async () => {
    const { client } = answered(json("Not possible", 400), statusProblem(401))
    const refused = await failureOf(client.campaigns.createAuction({ payload: { name: "Summer", nms: [1] } }))
    const unauthorized = await failureOf(client.finance.balance())
    assert.instanceOf(refused, Refused)
    assert.deepInclude(refused, { status: 400, text: "Not possible", message: "Not possible" })
    assert.instanceOf(refused, Error)
    assert.instanceOf(unauthorized, StatusUnauthorized)
    assert.strictEqual(unauthorized.message, "Why")
  })

  it.each(errorClasses)("says why in the message of %s", (name, make) => {
    const failure = make({
      title: "A title",
      detail: "Why",
      text: "Why",
      requestId: "1",
      request_id: "1",
      origin: "deliveries.list",
      code: "a_code",
      status: 404,
      statusText: "A status",
      timestamp: DateTime.makeUnsafe(time),
      retryAfter: 1,
      limit: 1,
      resetAfter: 1,
      errors: [{ location: "query.limit", message: "Expected a number", value: "secret" }]
    })
    const hasFields = Predicate.hasProperty(failure, "errors")
    assert.deepInclude(failure, { _tag: name, message: hasFields ? "Why (query.limit: Expected a number)" : "Why" })
  })

  it.each(["+058885-04-10T00:00:00.000Z", "soon"])("rejects an answer with the time %s", async (unreadable) => {
    const { client } = answered(json({ events: [{ ...event(1), time: unreadable }], next: "", prev: "" }))
    const failure = await failureOf(client.events.list({ query: { limit: 5 } }))
    assert.propertyVal(failure, "_tag", "SchemaError")
    assert.match(String(failure), /Expected an RFC 3339 time\s+at \["events"\]\[0\]\["time"\]/)
  })

  it("rejects what cannot be asked for, without a request", async () => {
    const { asked, client } = answered()
    const calls = [
      client.campaigns.launch({ query: { id: -1 } }),
      client.events.list({ query: { limit: 5, from: new Date(Number.NaN) } })
    ]
    for (const call of calls) assert.propertyVal(await failureOf(call), "_tag", "SchemaError")
    assert.isEmpty(asked)
  })

  it("ends a call with the reason of its signal", async () => {
    const never = () => new Promise<Response>(() => undefined)
    const { asked, client } = answered(never)
    const reason = new Error("Not needed any more")
    const ending = new AbortController()
    const call = client.finance.balance(undefined, { signal: ending.signal })
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    ending.abort(reason)
    assert.strictEqual(await failureOf(call), reason)
    const late = client.finance.balance(undefined, { signal: AbortSignal.abort(reason) })
    assert.strictEqual(await failureOf(late), reason)
    assert.lengthOf(asked, 1)
  })
})

describe("a failure of a client with promises", () => {
  it.each<readonly [what: string, answer: Response | (() => Promise<Response>)]>([
    ["nothing listens", () => Promise.reject(new TypeError("fetch failed"))],
    ["a proxy answers", new Response("<html>", { status: 502, headers: { "content-type": "text/html" } })],
    ["an answer cannot be decoded", json({ balance: "much" })],
    ["an answer is no JSON", new Response("{", { headers: { "content-type": "application/json" } })]
  ])("shows no token where %s", async (_what, answer) => {
    const { asked, client } = answered(answer)
    const failure = await failureOf(client.finance.balance())
    assert.strictEqual(asked[0]?.authorization, "token")
    assert.notMatch(inspect(failure, { customInspect: false, depth: 20, showHidden: true }), /'token'/)
  })
})

describe("pages of a client with promises", () => {
  const media = (advertId: number) => ({
    advertId,
    name: "Summer",
    brand: "A brand",
    type: 1,
    status: 6,
    createTime: "2026-01-15T12:30:00+03:00"
  })

  it("are read one after the other, as far as they are needed", async () => {
    const { asked, client } = answered(json([media(1), media(2)]), json([media(3)]))
    const given: Array<number> = []
    for await (const { advertId } of client.pages.mediaCampaigns({ limit: 2 })) given.push(advertId)
    assert.deepStrictEqual(given, [1, 2, 3])
    assert.lengthOf(asked, 2)
    const few = answered(json([media(1), media(2)]))
    for await (const { advertId } of few.client.pages.mediaCampaigns({ limit: 2 })) {
      assert.strictEqual(advertId, 1)
      break
    }
    assert.lengthOf(few.asked, 1)
  })

  it("fail with the errors of the API, and with the reason of a signal", async () => {
    const failing = answered(statusProblem(401))
    const read = async (pages: AsyncIterable<unknown>) => {
      for await (const _ of pages) assert.fail("a record was not expected")
    }
    const failure = await failureOf(read(failing.client.pages.mediaCampaigns()))
    assert.instanceOf(failure, StatusUnauthorized)
    const { client } = answered(() => new Promise<Response>(() => undefined))
    const reason = new Error("Not needed any more")
    const ending = new AbortController()
    const reading = read(client.pages.events({}, { signal: ending.signal }))
    ending.abort(reason)
    assert.strictEqual(await failureOf(reading), reason)
  })
})
