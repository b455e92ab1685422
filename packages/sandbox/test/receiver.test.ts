/** The receiver of a sandbox: what it answers, what it keeps, and what is said when nothing comes. */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach } from "vitest"
import { CallRefused, NothingArrived, Sandbox } from "../src/index.ts"

describe("the receiver of a sandbox", () => {
  let seller: Sandbox
  beforeEach(async () => {
    seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z" })
  })
  afterEach(() => seller.close())

  const results = async () => (await seller.deliveries()).map(({ error, success }) => error ?? success)
  const failure = (promise: Promise<unknown>): Promise<Error> =>
    promise.then(
      () => assert.fail("It did not fail"),
      (error: Error) => error
    )

  it("plays its steps one after the other, and then what counts from now on", async () => {
    await seller.createWebhook()
    seller.receiver
      .fail({ status: 503, retryAfter: 60, times: 1 })
      .hang({ times: 1 })
      .disconnect({ times: 1 })
      .answer({ status: 201 }, { times: 1 })
      .fail({ times: 0 })
    await seller.publish("card_changed")
    await seller.advance("1 hour")
    assert.deepStrictEqual(await results(), [
      "The receiver answered 503 instead of 200",
      "No answer within 10 seconds",
      "The connection was closed before the answer was complete",
      "The receiver answered 201 instead of 200",
      true
    ])
    const [first, second] = seller.receiver.notifications
    assert.strictEqual(second!.time.getTime() - first!.time.getTime(), 60_000)
    assert.deepStrictEqual(
      seller.receiver.notifications.map(({ status }) => status),
      [503, undefined, undefined, 201, 200]
    )
  })

  it("refuses types, and forgets its steps when it is told what counts from now on", async () => {
    await seller.createWebhook()
    seller.receiver.fail({ times: 5 }).reject("feedback_updated", { status: 400 })
    await seller.publish("card_changed")
    await seller.advance("1 minute")
    await seller.publish("feedback_updated")
    seller.receiver.succeed()
    await seller.advance("1 minute")
    assert.deepStrictEqual(await results(), [true, "The receiver answered 400 instead of 200", true])
    assert.deepStrictEqual(
      seller.receiver.events.map(({ type }) => type),
      ["card_changed", "feedback_updated"]
    )
  })

  it("asks to be waited for, also where it refuses a type", async () => {
    await seller.createWebhook()
    seller.receiver.reject("card_changed", { status: 503, retryAfter: 60, times: 1 })
    await seller.publish("card_changed")
    await seller.advance("2 minutes")
    const [first, second] = seller.receiver.notifications
    assert.deepStrictEqual([first!.status, second!.time.getTime() - first!.time.getTime()], [503, 60_000])
  })

  it("answers 500 where its rule throws, at once, and says what was thrown", async () => {
    await seller.createWebhook()
    const expected = new Error("expected another type")
    seller.receiver.answer(() => {
      throw expected
    })
    await seller.publish("card_changed")
    const [notification] = seller.receiver.notifications
    assert.deepInclude(notification, { status: 500, accepted: false, error: expected })
    const nothing = await failure(seller.receiver.next({ where: ({ accepted }) => accepted, within: "1 minute" }))
    assert.include(nothing.message, "because its rule has thrown: Error: expected another type")
    for (const answer of [
      { status: 200, headers: { "x-wrong": "\n" } },
      { status: 200, body: {} as string }
    ]) {
      seller.receiver.answer(answer)
      await seller.advance("10 minutes")
      assert.instanceOf(seller.receiver.notifications.at(-1)!.error, Error)
    }
    assert.deepStrictEqual(seller.receiver.events, [])
  })

  it("gives each notification once, the next or one that is looked for", async () => {
    await seller.createWebhook()
    await seller.publish("card_changed")
    await seller.publish("feedback_updated")
    const holds = (type: string) => ({
      where: ({ events }: { readonly events: ReadonlyArray<{ readonly type: string }> }) => events[0]?.type === type
    })
    const feedback = await seller.receiver.next(holds("feedback_updated"))
    const card = await seller.receiver.next()
    assert.deepStrictEqual([feedback.events[0]!.type, card.events[0]!.type], ["feedback_updated", "card_changed"])
    const error = await failure(seller.receiver.next({ within: "30 seconds" }))
    assert.instanceOf(error, NothingArrived)
    assert.include(error.message, "Nothing arrived within 30s: 2 notifications have arrived until now")
  })

  it("lets no more time pass than the notification takes", async () => {
    await seller.createWebhook()
    seller.receiver.fail({ times: 3 })
    await seller.publish("card_changed")
    const { time } = await seller.receiver.next({ where: ({ accepted }) => accepted })
    assert.strictEqual(time.toISOString(), "2026-01-15T09:01:10.000Z")
    assert.deepStrictEqual(seller.now, time)
  })

  it("says why nothing arrives", async () => {
    const why = async () => (await failure(seller.receiver.next({ within: "1 minute" }))).message
    assert.match(await why(), /^Nothing arrived within 1m: no webhook has the URL http:.*; create one/)
    const { id } = await seller.createWebhook({ name: "Cards", subscriptions: ["card_changed"] })
    assert.include(await why(), "nothing was published")
    await seller.publish("feedback_updated")
    assert.include(
      await why(),
      "subscribed to content/card_changed, and what was published is questionsandfeedback/feedback_updated"
    )
    seller.receiver.fail()
    await seller.publish("card_changed")
    const waiting = await failure(seller.receiver.next({ within: "1 minute", where: ({ accepted }) => accepted }))
    assert.include(
      waiting.message,
      'the webhook "Cards" waits after 3 failures in a row, and is tried again in 10s. The last one: The receiver answered 500'
    )
    const { name, subscriptions } = await seller.call("GET", `/api/v1/webhooks/${id}`)
    await seller.call("PUT", `/api/v1/webhooks/${id}`, { body: { enabled: false, name, subscriptions } })
    seller.receiver.clear()
    assert.include(await why(), 'the webhook "Cards" is disabled, by an edit')
  })

  it("points to the line that failed", async () => {
    const error = await failure(seller.receiver.next())
    assert.include(error.stack!.split("\n").slice(1, 4).join("\n"), "receiver.test.ts")
  })

  it("is one of several, of which each has its own script", async () => {
    const other = await seller.newReceiver()
    await seller.createWebhook()
    await seller.createWebhook({ url: other.url, subscriptions: [{ scope: "content", event: "card_changed" }] })
    other.fail()
    await seller.publish("card_changed")
    assert.deepStrictEqual(
      [seller.receiver, other].map(({ notifications }) => notifications.map(({ status }) => status)),
      [[200], [500]]
    )
  })

  it("may be a handler in the test's own process, without a socket", async () => {
    const seen: Array<string | null> = []
    let broken = true
    seller.connect("https://shop.example", async (request) => {
      seen.push(request.headers.get("authorization"))
      if (broken) throw new Error("no database")
      return Response.json({ taken: (await request.json()).events.length })
    })
    const { secret } = await seller.createWebhook({ url: "https://shop.example/hooks/seller" })
    await seller.publish("card_changed")
    broken = false
    await seller.advance("10 seconds")
    assert.deepStrictEqual(seen, [secret, secret])
    assert.deepStrictEqual(await results(), [
      "The request failed: the connected handler failed: Error: no database",
      true
    ])
  })

  it("is asked when a URL is checked, also where it takes its time", async () => {
    assert.deepInclude(await seller.call("POST", "/api/v1/webhooks/check", { body: { url: seller.receiver.url } }), {
      success: true
    })
    seller.receiver.hang()
    const checking = seller.call("POST", "/api/v1/webhooks/check", { body: { url: seller.receiver.url } })
    await seller.receiver.next({ where: ({ headers }) => headers["x-sellerkit-check"] === "true" })
    await seller.advance("11 seconds")
    assert.deepInclude(await checking, { success: false })
  })

  it("is waited for as soon as a call is made that asks it, before the call has a token", async () => {
    seller.receiver.hang()
    // Signing a token is quick most times.
    for (let again = 0; again < 50; again++) {
      const checking = seller.call("POST", "/api/v1/webhooks/check", { body: { url: seller.receiver.url } })
      await seller.advance("11 seconds")
      assert.deepInclude(await checking, { success: false })
    }
  })

  it("gets test events, and events of the seller's sandbox from those with such a token", async () => {
    const { id } = await seller.createWebhook({ subscriptions: ["card_changed"] })
    await seller.call("POST", `/api/v1/webhooks/${id}/test/send`)
    assert.isTrue((await seller.receiver.next()).events[0]!.test)
    await seller.createWebhook({ sandbox: true })
    await seller.publishFor({ sandbox: true }, "feedback_updated")
    assert.strictEqual((await seller.receiver.next()).events[0]!.type, "feedback_updated")
    assert.lengthOf(await seller.webhooks({ sandbox: true }), 1)
    const listed = await seller.call("GET", "/api/v1/webhooks", { token: await seller.token({ sandbox: true }) })
    assert.strictEqual(listed.total, 1)
  })

  it("makes no token of the seller where a service's was meant, nor a live one where the sandbox's was", async () => {
    const service: any = { serviceId: "crm", type: "base" }
    assert.match((await failure(seller.token(service))).message, /^The token cannot be made: Expected no service's id/)
    const misnamed: any = { test: true }
    assert.match((await failure(seller.token(misnamed))).message, /^The token cannot be made: .*\["test"\]/s)
    assert.match((await failure(seller.token({ lifetime: "367 days" }))).message, /from 1 second to 366 days/)
  })

  it("refuses what the service refuses, and says what it was", async () => {
    const unknown = await failure(seller.publish("card_deleted"))
    assert.match(unknown.message, /^There is no event type card_deleted; there are report_generation_complete, /)
    const wrong = await failure(seller.publish({ type: "card_changed", payload: { nmID: "one" } }))
    assert.include(wrong.message, "payload.nmID")
    const url = await failure(seller.createWebhook({ url: "shop" }))
    assert.include(url.message, "The webhook cannot be created")
    const call = await failure(seller.call("POST", "/api/v1/webhooks", { body: { name: "" } }))
    assert.instanceOf(call, CallRefused)
    assert.match(call.message, /^POST \/api\/v1\/webhooks was answered 400: /)
  })
})
