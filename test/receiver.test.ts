/** The receiver kit with the real service: its dispatcher sends over HTTP to a receiver in each framework. */
import {
  createReceiver,
  memoryStore,
  type Problem,
  type Receiver,
  type ReceivedEvent,
  type ReceiverOptions
} from "@sellerkit/receiver"
import { toFetch, type WorkContext } from "@sellerkit/receiver/fetch"
import { toHono } from "@sellerkit/receiver/hono"
import { Events, Webhooks } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, type Layer, Redacted, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { Hono } from "hono"
import { setTimeout } from "node:timers/promises"
import { type Framework, frameworks, tooLate } from "./receiver/frameworks.ts"
import { actor, drain, publish, type Recorded, seller, serviceLayer, subscribe } from "./receiver/service.ts"

/** A receiver that knows its secrets from a list, and keeps what it was given and what it reported. */
const makeTrial = Effect.fnUntraced(function* (framework: Framework, options: Partial<ReceiverOptions> = {}) {
  // The service signs by the simulated time, and the receiver looks at the real one.
  yield* TestClock.setTime(yield* TestClock.withLive(Clock.currentTimeMillis))
  const handled: Array<string> = []
  const problems: Array<Problem> = []
  const secrets: Array<string> = []
  const keep = ({ idempotencyKey }: ReceivedEvent) => void handled.push(idempotencyKey)
  const receiver = createReceiver({
    secrets: () => secrets,
    store: memoryStore(),
    on: { "content/card_changed": keep },
    report: (problem) => void problems.push(problem),
    ...options
  })
  const subscribed = yield* subscribe(framework, receiver)
  secrets.push(subscribed.secret)
  return { ...subscribed, handled, keep, problems, secrets }
})

/** What the sender waits for after the first failure. */
const untilRepeated = Effect.andThen(TestClock.adjust("10 seconds"), drain)

const statuses = (recorded: ReadonlyArray<Recorded>) => recorded.map(({ status }) => status)
const messages = (problems: ReadonlyArray<Problem>) => problems.map(({ message }) => message)

type Services = Layer.Success<typeof serviceLayer> | Scope.Scope

const test = (title: string, body: Effect.Effect<void, unknown, Services>) =>
  it.effect(title, () => Effect.provide(body, serviceLayer))

for (const framework of frameworks) {
  describe(`a receiver in ${framework.name}`, () => {
    test(
      "hands the events of genuine notifications over, with what was published",
      Effect.gen(function* () {
        const events: Array<ReceivedEvent> = []
        const tests: Array<ReceivedEvent> = []
        const others: Array<ReceivedEvent> = []
        const { id, problems, recorded } = yield* makeTrial(framework, {
          on: { "content/card_changed": (event) => void events.push(event) },
          onTest: (event) => void tests.push(event),
          onOther: (event) => void others.push(event)
        })
        yield* publish(1, 2)
        yield* (yield* Events).publish(seller, [
          {
            scope: "questionsandfeedback",
            type: "feedback_updated",
            payload: {
              feedbackId: "f",
              nmID: 1,
              productValuation: 5,
              text: "",
              createdAt: "2026-01-15T09:30:00Z",
              updatedAt: "2026-01-15T09:30:00Z"
            }
          }
        ])
        yield* (yield* Events).sendTest(actor, id)
        yield* drain
        assert.deepStrictEqual(messages(problems), [])
        assert.deepStrictEqual(new Set(statuses(recorded)), new Set([200]))
        const now = new Date(yield* Clock.currentTimeMillis)
        assert.deepStrictEqual(
          events.map(({ id: _, ...rest }) => rest),
          [1, 2].map((number) => ({
            sellerId: seller.sellerId,
            idempotencyKey: `card-${number}`,
            time: now,
            name: "content/card_changed" as const,
            scope: "content",
            type: "card_changed",
            test: false,
            payload: { nmID: number, vendorCode: `Карта-${number}`, updatedAt: "2026-01-15T09:30:00Z" }
          }))
        )
        assert.deepStrictEqual(
          others.map(({ name }) => name),
          ["questionsandfeedback/feedback_updated"]
        )
        assert.deepStrictEqual(
          new Set(tests.map(({ name }) => name)),
          new Set(["content/card_changed", "questionsandfeedback/feedback_updated"])
        )
      })
    )

    test(
      "goes on while the secret is refreshed, and no longer takes the old one once it is told so",
      Effect.gen(function* () {
        const { handled, id, recorded, secrets, send } = yield* makeTrial(framework)
        yield* publish(1)
        const [old] = recorded
        const refreshed = Redacted.value(yield* (yield* Webhooks).refreshSecret(actor, id))
        yield* publish(2)
        assert.deepStrictEqual(statuses(recorded), [200, 401], "it does not know the new one yet")
        secrets.push(refreshed)
        yield* untilRepeated
        assert.deepStrictEqual(handled, ["card-1", "card-2"])
        assert.deepInclude(yield* send(old!), { status: 200 }, "what was under way")
        secrets.shift()
        assert.deepInclude(yield* send(old!), { status: 401 })
        yield* publish(3)
        assert.deepStrictEqual(handled, ["card-1", "card-2", "card-3"])
      })
    )

    test(
      "answers 200 only when every event was handled, and then each was once",
      Effect.gen(function* () {
        let failures = 1
        const handled: Array<string> = []
        const { problems, recorded } = yield* makeTrial(framework, {
          on: {
            "content/card_changed": async ({ idempotencyKey, payload }) => {
              if (payload.nmID === 2 && failures-- > 0) throw new Error("The shelf is full")
              handled.push(idempotencyKey)
            }
          }
        })
        yield* publish(1, 2, 3)
        assert.deepStrictEqual(statuses(recorded), [500])
        assert.deepStrictEqual(handled, ["card-1", "card-3"])
        assert.deepStrictEqual(
          problems.map(({ error, event, kind }) => [kind, event?.idempotencyKey, String(error)]),
          [["failed", "card-2", "Error: The shelf is full"]]
        )
        yield* untilRepeated
        assert.deepStrictEqual([...handled].sort(), ["card-1", "card-2", "card-3"])
        assert.deepStrictEqual(new Set(statuses(recorded.slice(1))), new Set([200]))
      })
    )

    test(
      "handles an event once that comes many times, one after the other and at once",
      Effect.gen(function* () {
        const handled: Array<string> = []
        const { recorded, secret, send } = yield* makeTrial(framework, {
          on: {
            "content/card_changed": async ({ idempotencyKey }) => {
              handled.push(idempotencyKey)
              await setTimeout(30)
            }
          }
        })
        yield* publish(1)
        const [first] = recorded
        for (let time = 0; time < 3; time++) assert.deepInclude(yield* send(first!), { status: 200 })
        const second = {
          headers: { authorization: secret, "content-type": "application/json" },
          body: first!.body.replaceAll("card-1", "card-2")
        }
        const times = Array.from({ length: 5 }, () => send(second))
        const answers = yield* Effect.all(times, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200]
        )
        assert.deepStrictEqual(handled, ["card-1", "card-2"])
      })
    )

    test(
      "refuses what is forged, changed on the way, or sent again later, and what is no notification",
      Effect.gen(function* () {
        const { handled, problems, recorded, secret, send } = yield* makeTrial(framework, { largestBody: 100_000 })
        yield* publish(1)
        const [genuine] = recorded
        const { body, headers } = genuine!
        const unsigned = { authorization: secret, "content-type": "application/json" }
        // Parsers of the host refuse some of these themselves, unless they are of another kind.
        const unparsed = { authorization: secret, "content-type": "text/plain" }
        const changes: ReadonlyArray<readonly [status: number, message: RegExp, change: Partial<Recorded>]> = [
          [401, /carries none of this receiver's secrets/, { headers: { ...headers, authorization: `${secret}x` } }],
          [401, /carries none/, { headers: { ...headers, authorization: `Bearer ${secret}` } }],
          [401, /no Authorization header/, { headers: { "content-type": "application/json" } }],
          [401, /not the signature of this body/, { body: body.replace('"nmID":1', '"nmID":2') }],
          [401, /not the signature/, { headers: { ...headers, "webhook-id": "another" } }],
          [401, /not the signature/, { headers: { ...headers, "webhook-signature": "v1,AAAA" } }],
          [401, /not the signature/, { headers: { ...headers, "webhook-signature": `v1,${btoa("x".repeat(32))}` } }],
          [
            401,
            /away from this receiver's clock, and 300 s are allowed/,
            { headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 600) } }
          ],
          [401, /no number of seconds/, { headers: { ...headers, "webhook-timestamp": "soon" } }],
          [
            401,
            /there is no webhook-id, webhook-timestamp$/,
            { headers: { ...unsigned, "webhook-signature": "v1,A" } }
          ],
          [400, /no JSON/, { headers: unparsed, body: "{" }],
          [400, /sellerId: expected/, { headers: unsigned, body: "{}" }],
          [400, /the body: expected an object/, { headers: unsigned, body: "[]" }],
          [400, /events\.0\.test/, { headers: unsigned, body: body.replace('"test":false', '"test":0') }],
          [413, /larger than 100000 bytes/, { headers: unparsed, body: "x".repeat(200_000) }]
        ]
        for (const [status, message, change] of changes) {
          const answer = yield* send({ headers, body, ...change })
          assert.strictEqual(answer.status, status, answer.message)
          assert.match(answer.message, message)
          assert.match(problems.at(-1)!.message, message)
          assert.notInclude(JSON.stringify(problems), secret)
        }
        assert.lengthOf(problems, changes.length)
        assert.deepStrictEqual(handled, ["card-1"])
      })
    )
  })
}

describe("a receiver behind something that has read the body", () => {
  for (const framework of tooLate) {
    test(
      `says what to do, in ${framework.name}`,
      Effect.gen(function* () {
        const { handled, problems, recorded } = yield* makeTrial(framework)
        yield* publish(1)
        assert.deepStrictEqual(statuses(recorded), [500])
        assert.deepStrictEqual(
          problems.map(({ kind }) => kind),
          ["misconfigured"]
        )
        assert.match(problems[0]!.message, framework.remedy)
        assert.deepStrictEqual(handled, [])
      })
    )
  }
})

describe("what goes on after a late answer", () => {
  const body = JSON.stringify({
    sellerId: "s",
    requestId: "r",
    events: [
      { id: "1", idempotencyKey: "1", time: "2026-01-15T09:30:00Z", scope: "a", type: "b", test: false, payload: {} }
    ]
  })
  const ways: Readonly<Record<string, (receiver: Receiver, context: WorkContext) => Promise<Response> | Response>> = {
    fetch: (receiver, context) => toFetch(receiver)(request(), context),
    Hono: (receiver, context) =>
      new Hono()
        .post("/", toHono(receiver))
        .fetch(request(), {}, { ...context, passThroughOnException: () => undefined, props: {} })
  }
  const request = () => new Request("http://localhost/", { method: "POST", headers: { authorization: "secret" }, body })

  for (const [name, receive] of Object.entries(ways)) {
    it(`is told to the platform, in ${name}`, async () => {
      const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const waitedFor: Array<Promise<unknown>> = []
      let isOver = false
      const receiver = createReceiver({
        secrets: "secret",
        store: memoryStore(),
        on: {},
        onOther: () => {
          begun.resolve()
          return finish.promise
        },
        // The time is over once the handler is at work.
        platform: { randomId: () => "", sleep: () => begun.promise },
        report: () => undefined
      })
      const { status } = await receive(receiver, { waitUntil: (work) => void waitedFor.push(work) })
      assert.strictEqual(status, 503)
      assert.lengthOf(waitedFor, 1)
      void waitedFor[0]!.then(() => (isOver = true))
      await setTimeout(5)
      assert.isFalse(isOver)
      finish.resolve()
      await waitedFor[0]
    })
  }
})
