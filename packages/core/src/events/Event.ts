/** An event on a seller's account (Seller Webhooks Service, Event). */
import { type DateTime, Schema } from "effect"
import { EventId } from "../catalog/NewEvent.ts"
import { FieldProblem } from "../validation/FieldProblem.ts"
import { PlainText } from "../validation/PlainText.ts"

/**
 * Names an event to its receivers, so that they process it once although it may arrive more than once
 * (Seller Webhooks Service, Delivery rules, rule 3); unique within an account.
 */
// our choice: the document sets no bounds.
export const IdempotencyKey = PlainText.check(
  Schema.isBetweenCodePoints(1, 200, { message: "Expected between 1 and 200 characters" })
)

/** An event as it is stored and sent. `payload` is JSON text. */
export interface Event {
  readonly id: EventId
  readonly idempotencyKey: string
  readonly time: DateTime.Utc
  readonly scope: string
  readonly type: string
  readonly test: boolean
  readonly payload: string
}

/**
 * What publishing one event led to. `deliveries` is how many enabled webhooks it goes to. With none it is in the history
 * of the disabled webhooks that are subscribed. An event without any subscribed webhook was not stored.
 */
export interface PublishedEvent {
  readonly id: EventId
  readonly idempotencyKey: string
  readonly deliveries: number
}

/** The catalog has no such event. */
export class UnknownEventType extends Schema.TaggedError<UnknownEventType>()("UnknownEventType", {
  index: Schema.Int,
  scope: Schema.String,
  type: Schema.String
}) {
  override get message() {
    return `Event ${this.index}: there is no event ${this.scope}/${this.type} in the catalog`
  }
}

/** The event itself is wrong. For example, its payload does not fit the schema of its type. Locations are within the event. */
export class EventInvalid extends Schema.TaggedError<EventInvalid>()("EventInvalid", {
  index: Schema.Int,
  problems: Schema.Array(FieldProblem)
}) {
  override get message() {
    const [first, ...others] = this.problems
    const more = others.length === 0 ? "" : `, and ${others.length} more problems`
    return `Event ${this.index}: ${first?.location}: ${first?.message}${more}`
  }
}

export const EventProblem = Schema.Union([UnknownEventType, EventInvalid])
export type EventProblem = typeof EventProblem.Type

/** Each failing field. Locations start at the list of events. */
export const fieldsOfProblem = (problem: EventProblem): ReadonlyArray<FieldProblem> => {
  const event = `events.${problem.index}`
  if (problem._tag === "EventInvalid") {
    return problem.problems.map((field) => ({ ...field, location: `${event}.${field.location}` }))
  }
  const { scope, type } = problem
  return [{ message: `There is no event ${scope}/${type}`, location: `${event}.type`, value: type }]
}

/** None of the events was stored, because some are wrong. Each wrong one is listed. */
export class EventsRejected extends Schema.TaggedError<EventsRejected>()("EventsRejected", {
  problems: Schema.NonEmptyArray(EventProblem)
}) {
  override get message() {
    const [first, ...others] = this.problems
    return others.length === 0 ? first.message : `${first.message}; ${others.length} more events are wrong`
  }

  /** Every failing field. Locations start at the list of events: `events.3.payload.vendorCode`. */
  get fields(): ReadonlyArray<FieldProblem> {
    return this.problems.flatMap(fieldsOfProblem)
  }
}

/** The idempotency key belongs to an event with another content; none of the events was stored. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {
  index: Schema.Int,
  idempotencyKey: Schema.String
}) {
  override get message() {
    return `Event ${this.index}: the idempotency key ${this.idempotencyKey} belongs to an event with another content`
  }
}

export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", { id: EventId }) {
  override get message() {
    return `There is no event ${this.id}`
  }
}
