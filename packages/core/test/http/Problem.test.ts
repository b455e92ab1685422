/** Domain errors as answers: which status, which words, which fields. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit } from "effect"
import { EventId } from "../../src/catalog/NewEvent.ts"
import { DeliveryId, DeliveryNotFound } from "../../src/delivery/queue/Delivery.ts"
import {
  EventInvalid,
  EventNotFound,
  EventsRejected,
  IdempotencyConflict,
  UnknownEventType
} from "../../src/events/Event.ts"
import { orProblem as ofDeliveries } from "../../src/deliveries/http/deliveryProblems.ts"
import { orProblem as ofEvents } from "../../src/events/http/eventProblems.ts"
import { orProblem as ofHistory } from "../../src/history/http/historyProblems.ts"
import { HistoryEntryId, HistoryEntryNotFound } from "../../src/history/HistoryEntry.ts"
import { BadRequest, Conflict, Forbidden, NotFound, type ProblemBody } from "../../src/http/operation/Problem.ts"
import { RequestContext } from "../../src/http/request/RequestContext.ts"
import { tooManyRequests } from "../../src/http/operation/TooManyRequests.ts"
import { BudgetSpent } from "../../src/limits/RateBudget.ts"
import { StorageError } from "../../src/storage/StorageError.ts"
import { WebhookId } from "../../src/webhooks/Webhook.ts"
import {
  CategoryMissing,
  NoSubscriptions,
  ServiceDisabled,
  WebhookDisabled,
  WebhookLimitReached,
  WebhookNotFound
} from "../../src/webhooks/WebhookErrors.ts"
import { orProblem as ofWebhooks } from "../../src/webhooks/http/webhookProblems.ts"
import { uuid } from "../fixtures.ts"

const request = { requestId: "request-1", origin: "webhooks.create", ip: undefined, ids: new Map(), answerHeaders: {} }

const subscription = { scope: "content", event: "card_changed" }

const id = uuid(1)

const rejected = new EventsRejected({
  problems: [
    new UnknownEventType({ index: 0, scope: "content", type: "lost" }),
    new EventInvalid({ index: 2, problems: [{ message: "Expected text", location: "payload.a", value: 7 }] })
  ]
})

const answering = <A, E>(effect: Effect.Effect<A, E, RequestContext>) =>
  Effect.provideService(effect, RequestContext, request)

type Row = readonly [
  error: Error,
  Answer: unknown,
  orProblem: (failed: Effect.Effect<never, any>) => Effect.Effect<never, ProblemBody, RequestContext>
]

describe("a domain error", () => {
  it.effect.each<Row>([
    [new WebhookNotFound({ id: WebhookId.make(id) }), NotFound, ofWebhooks],
    [new CategoryMissing({ missing: [{ subscription, category: "content" }] }), Forbidden, ofWebhooks],
    [new ServiceDisabled(), Forbidden, ofWebhooks],
    [new WebhookLimitReached({ limit: 5 }), BadRequest, ofWebhooks],
    [new NoSubscriptions({ id: WebhookId.make(id) }), Conflict, ofWebhooks],
    [new WebhookDisabled({ id: WebhookId.make(id) }), Conflict, ofWebhooks],
    [new EventNotFound({ id: EventId.make(id) }), NotFound, ofEvents],
    [new IdempotencyConflict({ index: 0, idempotencyKey: "k" }), Conflict, ofEvents],
    [rejected, BadRequest, ofEvents],
    [new DeliveryNotFound({ id: DeliveryId.make(id) }), NotFound, ofDeliveries],
    [new HistoryEntryNotFound({ id: HistoryEntryId.make(id) }), NotFound, ofHistory]
  ])("%s becomes the answer that is published for it", ([error, Answer, orProblem]) =>
    Effect.gen(function* () {
      const answer = yield* Effect.flip(orProblem(Effect.fail(error)))
      assert.strictEqual<unknown>(answer.constructor, Answer)
      assert.strictEqual(answer.detail, error.message)
      assert.deepStrictEqual([answer.requestId, answer.origin], ["request-1", "webhooks.create"])
    }).pipe(answering)
  )

  it.effect("lists the fields of the body that it is about", () =>
    Effect.gen(function* () {
      const { errors } = yield* Effect.flip(ofEvents(Effect.fail(rejected)))
      assert.deepStrictEqual(errors, [
        { message: "There is no event content/lost", location: "body.events.0.type", value: "lost" },
        { message: "Expected text", location: "body.events.2.payload.a", value: 7 }
      ])
    }).pipe(answering)
  )

  it.effect("lists no fields when it is not about fields", () =>
    Effect.gen(function* () {
      const { errors } = yield* Effect.flip(ofWebhooks(Effect.fail(new ServiceDisabled())))
      assert.deepStrictEqual(errors, [])
    }).pipe(answering)
  )

  it.effect("of the storage is no answer of its own: it is the unexpected failure that the request scope answers", () =>
    Effect.gen(function* () {
      const failure = new StorageError({ operation: "WebhookStore.get", retryable: true, cause: "busy" })
      const exit = yield* Effect.exit(ofWebhooks(Effect.fail(failure)))
      assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), failure)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }).pipe(answering)
  )
})

describe("a spent budget", () => {
  it.each([
    [0, 1],
    [1, 1],
    [1000, 1],
    [1001, 2],
    [11_999, 12],
    [12_000, 12]
  ])("that has %i milliseconds to wait says %i seconds: whole ones, and never too few", (milliseconds, seconds) => {
    const wait = Duration.millis(milliseconds)
    const answer = tooManyRequests(request, new BudgetSpent({ permits: 5, retryAfter: wait, resetAfter: wait }))
    assert.deepStrictEqual([answer.retryAfter, answer.resetAfter], [seconds, seconds])
  })

  it("says how many requests it holds and which request it refused", () => {
    const wait = Duration.seconds(12)
    const spent = new BudgetSpent({ permits: 5, retryAfter: wait, resetAfter: wait })
    const { detail, limit, origin, requestId } = tooManyRequests(request, spent)
    assert.deepStrictEqual([limit, detail, requestId, origin], [5, spent.message, "request-1", "webhooks.create"])
  })
})
