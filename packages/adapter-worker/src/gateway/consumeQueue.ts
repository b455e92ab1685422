/** Publishes the messages of a queue. Each comes at least once, and the idempotency keys make it count once. */
import {
  type EventProblem,
  type EventScope,
  type FieldProblem,
  fieldsOfProblem,
  TimeFromDate,
  Timestamp
} from "@sellerkit/core"
import { decodeInput, type Seller } from "@sellerkit/embed/portable"
import { Array, Cause, DateTime, Effect, Option, Predicate, Schema } from "effect"
import type { Operator } from "./Operator.ts"
import type { MessageBatch, QueueMessage } from "../Platform.ts"

/** A point in time as a queue carries it: a date, or RFC 3339 where messages are JSON. */
const Time = Schema.Union([TimeFromDate, Timestamp])

const Publication = Schema.Struct({
  sellerId: Schema.String,
  sandbox: Schema.optional(Schema.Boolean),
  events: Schema.NonEmptyArray(
    Schema.Struct({
      scope: Schema.String,
      type: Schema.String,
      payload: Schema.Unknown,
      time: Schema.optional(Time),
      idempotencyKey: Schema.optional(Schema.String)
    })
  )
})

const decode = decodeInput(Publication, "message")

interface Publication {
  readonly message: QueueMessage
  readonly seller: Seller
  readonly events: ReadonlyArray<unknown>
}

/** The message's id serves as the key where there is none, so that one which comes again is not published again. */
const publicationOf = Effect.fnUntraced(function* (message: QueueMessage) {
  const { events, sandbox, sellerId } = yield* decode(message.body)
  const keyed = events.map(({ idempotencyKey, time, ...event }, index) => ({
    ...event,
    idempotencyKey: idempotencyKey ?? `${message.id}-${index}`,
    ...(time === undefined ? undefined : { time: DateTime.toDate(time) })
  }))
  return { message, seller: { sellerId, sandbox }, events: keyed }
})

/** What is wrong with a message itself. The error has come from an object, so it is recognised by its tag. */
interface Refusal {
  readonly _tag: "EventsRejected" | "IdempotencyConflict" | "InputInvalid"
  readonly problems?: ReadonlyArray<EventProblem | FieldProblem>
  /** Of a conflict: which of the events. */
  readonly index?: number
}

const isRefusal = (error: unknown): error is Refusal =>
  ["EventsRejected", "IdempotencyConflict", "InputInvalid"].some((tag) => Predicate.isTagged(error, tag))

const locationsOf = ({ index, problems = [] }: Refusal): string => {
  if (index !== undefined) return `events.${index}.idempotencyKey`
  const fields = problems.flatMap((problem) => ("index" in problem ? fieldsOfProblem(problem) : problem))
  return fields.map(({ location }) => location).join(", ")
}

/**
 * The log says which message it was, and nothing of its content. It has no texts of refusals, because they may repeat the
 * content.
 */
const giveBack = (message: QueueMessage, error: unknown) => {
  const refusal = isRefusal(error) ? { refusal: error._tag, locations: locationsOf(error) } : undefined
  const cause = refusal === undefined ? Cause.fail(error) : Cause.empty
  return Effect.logWarning("A message of the queue could not be published and goes back to it", cause).pipe(
    Effect.annotateLogs({ messageId: message.id, ...refusal }),
    Effect.andThen(Effect.sync(() => message.retry()))
  )
}

export const consumeQueue = Effect.fnUntraced(function* (
  { publish }: Operator<ReadonlyArray<EventScope>>,
  { messages }: MessageBatch
) {
  const publishAll = (publications: ReadonlyArray<Publication>) =>
    Effect.tryPromise({
      try: () => publish(publications[0]!.seller, publications.flatMap(({ events }) => events) as never),
      catch: (error) => error
    }).pipe(
      Effect.andThen(
        Effect.sync(() => {
          for (const { message } of publications) message.ack()
        })
      )
    )

  const publishEach = (publications: ReadonlyArray<Publication>) =>
    Effect.forEach(
      publications,
      (publication) => Effect.catch(publishAll([publication]), (error) => giveBack(publication.message, error)),
      { discard: true }
    )

  const decoded = yield* Effect.forEach(messages, (message) =>
    publicationOf(message).pipe(
      Effect.map(Option.some),
      Effect.catch((error) => Effect.as(giveBack(message, error), Option.none()))
    )
  )
  const byAccount = Map.groupBy(Array.getSomes(decoded), ({ seller }) => `${seller.sellerId}/${seller.sandbox}`)
  yield* Effect.forEach(
    byAccount.values(),
    // One publication that cannot be taken keeps the others from being taken together with it.
    (publications) => Effect.catch(publishAll(publications), () => publishEach(publications)),
    { concurrency: "unbounded", discard: true }
  )
})
