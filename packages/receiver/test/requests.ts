/** Requests as the service sends them, made with nothing of the package under test. */
import type { IncomingRequest } from "../src/http/IncomingRequest.ts"
import type { Platform } from "../src/Platform.ts"
import { createHmac } from "node:crypto"

export const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
export const now = 1_768_469_400_000

export const event = (change: object = {}) => ({
  id: "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4",
  idempotencyKey: "key-1",
  time: "2026-01-15T09:30:00.125Z",
  type: "card_changed",
  scope: "content",
  test: false,
  payload: { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" },
  ...change
})

export const notification = (...events: ReadonlyArray<object>): string =>
  JSON.stringify({ sellerId: "seller-1", requestId: "request-1", events })

export const signed = (body: string, timestamp = String(now / 1000)): Readonly<Record<string, string>> => ({
  authorization: secret,
  "webhook-id": "request-1",
  "webhook-timestamp": timestamp,
  "webhook-signature": `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`request-1.${timestamp}.${body}`)
    .digest("base64")}`
})

export const request = (body: string, headers: Readonly<Record<string, string>> = signed(body)): IncomingRequest => ({
  method: "POST",
  header: (name) => headers[name],
  readBody: async () => new TextEncoder().encode(body)
})

/** Time that passes when a test says so. */
export const makePlatform = () => {
  const sleepers = new Map<() => void, number>()
  let time = now
  const platform: Platform = {
    randomId: () => "an id",
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = () => {
          sleepers.delete(end)
          resolve()
        }
        if (signal.aborted) return end()
        sleepers.set(end, time + milliseconds)
        signal.addEventListener("abort", end)
      })
  }
  return {
    platform,
    now: () => time,
    /** How long those that sleep have to go. */
    sleeping: () => [...sleepers.values()].map((until) => until - time),
    pass: (milliseconds: number) => {
      time += milliseconds
      for (const [end, until] of sleepers) if (until <= time) end()
    }
  }
}
