/** An event as it is published. */
import type { Account } from "./Account.ts"

export interface NewEvent {
  readonly scope: string
  readonly type: string
  /** JSON, which is stored and sent as this text. */
  readonly payload: string
  /** Empty where the service is to make one up. */
  readonly idempotencyKey: string
}

/** The body of the request. The payload is not written anew, so that its numbers keep their digits. */
export const publicationBody = ({ sandbox, sellerId }: Account, event: NewEvent): string => {
  const { idempotencyKey, payload, scope, type } = event
  const known = JSON.stringify({ scope, type, ...(idempotencyKey === "" ? {} : { idempotencyKey }) })
  const written = `${known.slice(0, -1)},"payload":${payload}}`
  return `{"sellerId":${JSON.stringify(sellerId)},"sandbox":${String(sandbox)},"events":[${written}]}`
}
