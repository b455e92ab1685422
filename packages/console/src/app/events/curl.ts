/** A notification of one event as a command, for trying a receiver by hand. It has no signature: the console knows no secrets. */
import type { EventWithFate } from "../api/http/answers.ts"
import { type Json, writeJson } from "./json.ts"
import { quoted } from "./quoted.ts"

interface Notified {
  readonly sellerId: string
  readonly requestId: string
  readonly event: Omit<EventWithFate, "deliveries" | "payload" | "webhooks">
  readonly payload: Json
}

/** The body of the request (Seller Webhooks Service, Notification). */
export const notificationBody = ({ event, payload, requestId, sellerId }: Notified): string => {
  const { id, idempotencyKey, scope, test, time, type } = event
  const known = JSON.stringify({ id, idempotencyKey, time, type, scope, test })
  const notified = `${known.slice(0, -1)},"payload":${writeJson(payload)}}`
  return `{"sellerId":${JSON.stringify(sellerId)},"requestId":${JSON.stringify(requestId)},"events":[${notified}]}`
}

export const curl = (url: string, body: string): string =>
  [
    "curl --request POST",
    `--header ${quoted("content-type: application/json")}`,
    `--data-raw ${quoted(body)}`,
    `--url ${quoted(url)}`
  ].join(" \\\n  ")
