/** What the end of a request means for its events and its lane (Delivery rules, rules 1 and 2). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Result, Schema } from "effect"
import { outcomeOf } from "../../../src/delivery/policy/outcome.ts"
import { DeliveryId } from "../../../src/delivery/queue/Delivery.ts"
import type { Batch, Outcome } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { documentedRetrySchedule } from "../../../src/delivery/policy/RetrySchedule.ts"
import { TransportFailure } from "../../../src/transport/Transport.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { at, owner, pending, sealedSecret, uuid } from "../../fixtures.ts"

const batch = (change: Partial<Batch> = {}): Batch => ({
  lease: { owner: owner(), webhookId: WebhookId.make(uuid(1)), fence: 3 },
  url: "https://receiver.example/",
  secret: sealedSecret(),
  events: [pending(1), pending(2)],
  failures: 0,
  announced: false,
  batchSize: 64,
  claimedAt: 5000,
  ...change
})

const rules = { autoDisable: { requests: 3, gracePeriod: Duration.hours(24) }, schedule: documentedRetrySchedule }

const id = DeliveryId.make(uuid(0xd1))

const answered = (status: number, of: Batch = batch()): Outcome => outcomeOf(of, id, Result.succeed({ status }), rules)

const unanswered = (of: Batch = batch(), kind: TransportFailure["kind"] = "timeout"): Outcome =>
  outcomeOf(of, id, Result.fail(new TransportFailure({ kind })), rules)

/** What becomes of each event, as text. */
const verdicts = ({ events }: Outcome): ReadonlyArray<string> =>
  events.map(({ id, verdict }) => {
    const number = Number.parseInt(id.slice(-12), 16)
    const wait = verdict._tag === "Retry" ? ` in ${Duration.toSeconds(verdict.wait)} s` : ""
    return `${number}: ${verdict._tag}${wait}`
  })

describe("an answer with status 200", () => {
  it("delivers every event", () => {
    assert.deepStrictEqual(verdicts(answered(200)), ["1: Delivered", "2: Delivered"])
  })

  it("delivers an event that has failed before, however often", () => {
    assert.deepStrictEqual(verdicts(answered(200, batch({ events: [pending(1, 8)] }))), ["1: Delivered"])
  })

  it("is recorded as a success at the time of the claim, without an error", () => {
    assert.deepStrictEqual(answered(200).delivery, {
      id,
      time: at(5000),
      webhookId: WebhookId.make(uuid(1)),
      success: true,
      responseCode: 200
    })
  })

  it("forgets the lane's failures and makes it due at once", () => {
    const { failures, wait } = answered(200, batch({ failures: 5 }))
    assert.deepStrictEqual([failures, Duration.toMillis(wait)], [0, 0])
  })

  it("lets the next batch hold twice as many", () => {
    assert.strictEqual(answered(200, batch({ batchSize: 64 })).batchSize, 128)
  })
})

describe("an answer with another status", () => {
  const others = [100, 199, 201, 202, 204, 206, 300, 301, 302, 307, 400, 401, 404, 410, 429, 500, 503, 599]

  it.each(others)("such as %i is a failed delivery", (status) => {
    assert.deepStrictEqual(answered(status).delivery, {
      id,
      time: at(5000),
      webhookId: WebhookId.make(uuid(1)),
      success: false,
      responseCode: status,
      error: `The receiver answered ${status} instead of 200`
    })
  })

  it.prop(
    "delivers nothing, whatever it is",
    [Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 }))],
    ([status]) => {
      const delivered = verdicts(answered(status)).filter((verdict) => verdict.endsWith("Delivered"))
      assert.lengthOf(delivered, status === 200 ? 2 : 0)
    }
  )

  it("has every event tried again", () => {
    assert.deepStrictEqual(verdicts(answered(500)), ["1: Retry in 10 s", "2: Retry in 10 s"])
  })
})

describe("a request without an answer", () => {
  it("is recorded as a failure with its text and no status", () => {
    assert.deepStrictEqual(unanswered().delivery, {
      id,
      time: at(5000),
      webhookId: WebhookId.make(uuid(1)),
      success: false,
      error: "No answer within 10 seconds"
    })
  })

  it("has every event tried again, each after the wait for its own failures", () => {
    const outcome = unanswered(batch({ events: [pending(1), pending(2, 1), pending(3, 6), pending(4, 7)] }))
    assert.deepStrictEqual(verdicts(outcome), [
      "1: Retry in 10 s",
      "2: Retry in 20 s",
      "3: Retry in 640 s",
      "4: Retry in 900 s"
    ])
  })

  it("drops the events for which it was the last attempt, and only those", () => {
    const outcome = unanswered(batch({ events: [pending(1, 8), pending(2, 7), pending(3, 0)] }))
    assert.deepStrictEqual(verdicts(outcome), ["1: Dropped", "2: Retry in 900 s", "3: Retry in 10 s"])
  })

  it("adds one to the lane's failures", () => {
    assert.strictEqual(unanswered(batch({ failures: 4 })).failures, 5)
  })

  it.each([
    [0, 10],
    [1, 20],
    [6, 640],
    [7, 900],
    [50, 900]
  ])("after %i failures of the lane makes it wait %i seconds", (failures, expected) => {
    assert.strictEqual(Duration.toSeconds(unanswered(batch({ failures })).wait), expected)
  })

  it("halves what the next batch may hold, from what this one carried", () => {
    const events = [1, 2, 3, 4, 5].map((number) => pending(number))
    assert.strictEqual(unanswered(batch({ events, batchSize: 512 })).batchSize, 2)
  })

  it("leaves a single event a batch of its own", () => {
    assert.strictEqual(unanswered(batch({ events: [pending(1)], batchSize: 1 })).batchSize, 1)
  })
})

describe("an outcome", () => {
  it.each([200, 500])("of status %i belongs to the lease of its batch", (status) => {
    assert.deepStrictEqual(answered(status).lease, batch().lease)
  })
})

describe("a lane that fails", () => {
  it.each([
    [0, false, false],
    [1, false, false],
    [2, false, true],
    [0, true, true]
  ])("%i times before, announced before: %s, is announced: %s", (failures, announced, expected) => {
    assert.strictEqual(unanswered(batch({ failures, announced })).announced, expected)
    assert.isFalse(answered(200, batch({ failures, announced })).announced)
  })
})
