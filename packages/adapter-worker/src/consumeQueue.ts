/** Publishes what a queue brings: at least once each, which the idempotency keys make once. */
import { type EventScope, Timestamp } from "@sellerkit/core"
import { decodeInput, type Seller } from "@sellerkit/embed/portable"
import { DateTime, Effect, Schema } from "effect"
import type { Operator } from "./Operator.ts"
import type { MessageBatch, QueueMessage } from "./Platform.ts"

/** A point in time as a queue carries it: a date, or RFC 3339 where messages are JSON. */
const Time = Schema.Union([Schema.DateTimeUtcFromDate, Timestamp])

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
  const keyed = events.map(({ time, ...event }, index) => ({
    idempotencyKey: `${message.id}-${index}`,
    ...event,
    ...(time === undefined ? undefined : { time: DateTime.toDate(time) })
  }))
  return { message, seller: { sellerId, sandbox }, events: keyed }
})

/** Says which message it was, and nothing of what is in it. */
const giveBack = (message: QueueMessage, error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error)
  console.warn(`The message ${message.id} could not be published and goes back to the queue: ${reason}`)
  message.retry()
}

const decoded = async (messages: ReadonlyArray<QueueMessage>): Promise<ReadonlyArray<Publication>> => {
  const taken: Array<Publication> = []
  for (const message of messages) {
    try {
      taken.push(await Effect.runPromise(publicationOf(message)))
    } catch (error) {
      giveBack(message, error)
    }
  }
  return taken
}

export const consumeQueue = async (
  { publish }: Operator<ReadonlyArray<EventScope>>,
  { messages }: MessageBatch
): Promise<void> => {
  const publishAll = (publications: ReadonlyArray<Publication>) =>
    publish(publications[0]!.seller, publications.flatMap(({ events }) => events) as never)

  const publishEach = async (publications: ReadonlyArray<Publication>) => {
    for (const publication of publications) {
      try {
        await publishAll([publication])
        publication.message.ack()
      } catch (error) {
        giveBack(publication.message, error)
      }
    }
  }

  const byAccount = Map.groupBy(await decoded(messages), ({ seller }) => `${seller.sellerId}/${seller.sandbox}`)
  await Promise.all(
    [...byAccount.values()].map(async (publications) => {
      try {
        await publishAll(publications)
      } catch {
        // One that cannot be taken keeps the others from being taken with it.
        return publishEach(publications)
      }
      for (const { message } of publications) message.ack()
    })
  )
}
