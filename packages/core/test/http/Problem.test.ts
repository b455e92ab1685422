/** Domain errors as answers: which status, which words, which fields. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit } from "effect"
import { EventId } from "../../src/catalog/NewEvent.ts"
import { DeliveryId, DeliveryNotFound } from "../../src/delivery/Delivery.ts"
import {
  EventInvalid,
  EventNotFound,
  EventsRejected,
  IdempotencyConflict,
  UnknownEventType
} from "../../src/events/Event.ts"
import { HistoryEntryId, HistoryEntryNotFound } from "../../src/history/HistoryEntry.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../../src/http/Problem.ts"
import { orProblem } from "../../src/http/orProblem.ts"
import { RequestContext } from "../../src/http/RequestContext.ts"
import { tooManyRequests } from "../../src/http/TooManyRequests.ts"
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

const answerTo = (error: Parameters<typeof orProblem>[0] extends Effect.Effect<any, infer E, any> ? E : never) =>
  Effect.flip(orProblem(Effect.fail(error))).pipe(Effect.provideService(RequestContext, request))

describe("a domain error", () => {
  it.effect.each([
    [new WebhookNotFound({ id: WebhookId.make(id) }), NotFound],
    [new EventNotFound({ id: EventId.make(id) }), NotFound],
    [new DeliveryNotFound({ id: DeliveryId.make(id) }), NotFound],
    [new HistoryEntryNotFound({ id: HistoryEntryId.make(id) }), NotFound],
    [new CategoryMissing({ missing: [{ subscription, category: "content" }] }), Forbidden],
    [new ServiceDisabled(), Forbidden],
    [new WebhookLimitReached({ limit: 5 }), BadRequest],
    [new NoSubscriptions({ id: WebhookId.make(id) }), Conflict],
    [new WebhookDisabled({ id: WebhookId.make(id) }), Conflict],
    [new IdempotencyConflict({ index: 0, idempotencyKey: "k" }), Conflict],
    [rejected, BadRequest]
  ] as const)("%s becomes the answer that is published for it", ([error, Answer]) =>
    Effect.gen(function* () {
      const answer = yield* answerTo(error)
      assert.strictEqual<unknown>(answer.constructor, Answer)
      assert.strictEqual(answer.detail, error.message)
      assert.deepStrictEqual([answer.requestId, answer.origin], ["request-1", "webhooks.create"])
    })
  )

  it.effect("lists the fields of the body that it is about", () =>
    Effect.gen(function* () {
      const { errors } = yield* answerTo(rejected)
      assert.deepStrictEqual(errors, [
        { message: "There is no event content/lost", location: "body.events.0.type", value: "lost" },
        { message: "Expected text", location: "body.events.2.payload.a", value: 7 }
      ])
    })
  )

  it.effect("lists no fields when it is not about fields", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* answerTo(new ServiceDisabled())).errors, [])
    })
  )

  it.effect("of the storage is no answer of its own: it is the unexpected failure that the request scope answers", () =>
    Effect.gen(function* () {
      const failure = new StorageError({ operation: "WebhookStore.get", retryable: true, cause: "busy" })
      const exit = yield* Effect.exit(orProblem(Effect.fail(failure)))
      assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), failure)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }).pipe(Effect.provideService(RequestContext, request))
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
