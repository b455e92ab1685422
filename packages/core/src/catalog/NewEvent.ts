/** An event about to be stored: by itself, or together with records. */
import { type DateTime, Schema } from "effect"
import { loggedAs, Uuid } from "../access/Uuid.ts"

export const EventId = Uuid.pipe(Schema.brand("EventId"), loggedAs("eventId"))
export type EventId = typeof EventId.Type

export interface NewEvent {
  readonly id: EventId
  /** Absent: the event's id serves as its key. */
  readonly idempotencyKey?: string
  readonly time: DateTime.Utc
  /** Whether the publisher gave the time, so that a repeated call must give the same one. */
  readonly timeGiven: boolean
  readonly scope: string
  readonly type: string
  readonly payload: string
  /** The place of its publication in a trace, where there is one (W3C Trace Context): its deliveries are linked to it. */
  readonly traceparent?: string
}
