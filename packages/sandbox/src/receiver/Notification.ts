/** A notification as a receiver gets it, and how it is answered. */
import { type Duration, Schema } from "effect"

export interface ReceivedEvent {
  readonly id: string
  readonly idempotencyKey: string
  /** When it happened, in RFC 3339. */
  readonly time: string
  readonly type: string
  readonly scope: string
  /** Whether it was sent to try the webhook out. */
  readonly test: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON, which tests look into as they like
  readonly payload: any
}

export interface ReceivedNotification {
  /** When it arrived. */
  readonly time: Date
  readonly sellerId: string
  readonly requestId: string
  /** None when only the URL is being checked. */
  readonly events: ReadonlyArray<ReceivedEvent>
  /** With lower-case names. `authorization` is the webhook's secret. */
  readonly headers: Readonly<Record<string, string>>
  /** As it came, which is what is signed. */
  readonly body: string
  /** The status of the answer; undefined until there is one, or where the connection was closed instead. */
  readonly status: number | undefined
  /** Whether it counts as delivered. */
  readonly accepted: boolean
  /** What was thrown instead of an answer, by a rule of the test: it is answered 500. */
  readonly error?: unknown
}

/** The answer to a request. Anything but 200 makes the service try again. */
export type Answer =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      /** Of simulated time. */
      readonly after?: Duration.Input
    }
  /** Never answers. */
  | "hang"
  /** The connection is closed instead. */
  | "disconnect"

const Body = Schema.fromJsonString(
  Schema.Struct({ sellerId: Schema.String, requestId: Schema.String, events: Schema.Array(Schema.Unknown) })
)

/** What the body says, or undefined where it is no notification. */
export const readBody = (text: string): Pick<ReceivedNotification, "events" | "requestId" | "sellerId"> | undefined => {
  const body = Schema.decodeOption(Body)(text)
  return body._tag === "None" ? undefined : { ...body.value, events: body.value.events as ReadonlyArray<ReceivedEvent> }
}
