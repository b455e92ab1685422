/** Jobs that send events again. */
import { type Account, operatorPath, sandboxQuery } from "./Account.ts"
import type { Resend } from "./http/answers.ts"
import { request } from "./http/request.ts"

export interface ResendPeriod {
  /** Instants, such as `2026-01-31T12:00:00Z`. */
  readonly since: string
  readonly until?: string
  readonly onlyFailed: boolean
  readonly eventsPerSecond?: number
}

export const resendPeriod = (account: Account, webhookId: string, period: ResendPeriod) =>
  request<Resend>("POST", operatorPath(account, `webhooks/${encodeURIComponent(webhookId)}/resend`), {
    query: sandboxQuery(account),
    body: period
  })

export const resendDelivery = (account: Account, deliveryId: string) =>
  request<Resend>("POST", operatorPath(account, `deliveries/${encodeURIComponent(deliveryId)}/resend`), {
    query: sandboxQuery(account)
  })

export const getResend = (account: Account, id: string, signal: AbortSignal) =>
  request<Resend>("GET", operatorPath(account, `resends/${encodeURIComponent(id)}`), {
    query: sandboxQuery(account),
    signal
  })

export const cancelResend = (account: Account, id: string) =>
  request<Resend>("POST", operatorPath(account, `resends/${encodeURIComponent(id)}/cancel`), {
    query: sandboxQuery(account)
  })
