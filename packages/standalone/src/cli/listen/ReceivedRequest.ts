/** What a receiver has received: a request, whether it checks out, and how it was answered. */
import { Schema } from "effect"
import type { Paint } from "../output/Output.ts"
import { printable } from "../output/printable.ts"

export const Notification = Schema.fromJsonString(
  Schema.Struct({
    sellerId: Schema.String,
    requestId: Schema.String,
    events: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        idempotencyKey: Schema.String,
        time: Schema.String,
        type: Schema.String,
        scope: Schema.String,
        test: Schema.Boolean,
        payload: Schema.Unknown
      })
    )
  })
)

export interface ReceivedRequest {
  readonly answer: number | "none"
  /** The app that it was forwarded to, and that answered it. */
  readonly app?: string
  /** Why the app did not answer. */
  readonly appError?: string
  /** Undefined where there is no secret to check with. */
  readonly secretValid: boolean | undefined
  readonly signatureValid: boolean | undefined
  /** The body as it came, where it is no notification. */
  readonly notification: typeof Notification.Type | string
}

const mark = (valid: boolean | undefined, paint: Paint): string => {
  if (valid === undefined) return paint("dim", "not checked")
  return valid ? paint("green", "right") : paint("red", "WRONG")
}

const shownAnswer = ({ answer, app, appError }: ReceivedRequest): string => {
  if (app === undefined) return `→ ${answer}`
  return appError === undefined ? `→ ${answer} from ${app}` : `→ ${answer}: ${app}: ${appError}`
}

/** For people. Anybody who knows the URL of the receiver can send it anything. */
export const showReceived = (received: ReceivedRequest, paint: Paint): string => {
  const { notification, secretValid, signatureValid } = received
  const checks = `secret ${mark(secretValid, paint)}, signature ${mark(signatureValid, paint)}`
  if (typeof notification === "string")
    return `${paint("bold", "No notification")}  ${checks}  ${shownAnswer(received)}`
  const events = notification.events.flatMap(({ id, payload, scope, test, type }) => [
    `  ${paint("cyan", printable(`${scope}/${type}`))} ${printable(id)}${test ? " (test)" : ""}`,
    `    ${printable(JSON.stringify(payload))}`
  ])
  return [`${paint("bold", printable(notification.requestId))}  ${checks}  ${shownAnswer(received)}`, ...events].join(
    "\n"
  )
}
