/** Operations on webhooks. The operator interface knows how they fare, and the seller API changes them on behalf of their owner. */
import { type Account, operatorPath, sandboxQuery } from "./Account.ts"
import type { Health, MonitoredWebhook, OperatorAnswer, SellerAnswer, Subscription } from "./http/answers.ts"
import { pageLimit } from "./http/pageLimit.ts"
import { request } from "./http/request.ts"
import { sellerRequest, type ServiceId } from "./http/sellerRequest.ts"

/** Which webhook, and who owns it. */
export interface OwnedWebhook {
  readonly id: string
  readonly serviceId: ServiceId
}

export interface WebhookEdit {
  readonly enabled: boolean
  readonly name: string
  readonly subscriptions: ReadonlyArray<Subscription>
}

export interface NewWebhook extends WebhookEdit {
  readonly url: string
}

const below = "/api/v1/webhooks"
const pathOf = ({ id }: OwnedWebhook): string => `${below}/${encodeURIComponent(id)}`

export const listWebhooks = (account: Account, signal: AbortSignal) =>
  request<OperatorAnswer<"webhooks", "list">>("GET", operatorPath(account, "webhooks"), {
    query: sandboxQuery(account),
    signal
  })

export interface WebhooksWanted {
  readonly search: string | undefined
  readonly state: Health["state"] | undefined
  readonly next: string | undefined
}

/** Of all sellers. */
export const listEveryWebhook = (wanted: WebhooksWanted, signal: AbortSignal) =>
  request<OperatorAnswer<"webhooks", "everywhere">>("GET", "/operator/v1/webhooks", {
    query: { limit: pageLimit, ...wanted },
    signal
  })

/** Attempts in the last days. */
export const getHours = (account: Account, id: string, days: number, signal: AbortSignal) =>
  request<OperatorAnswer<"webhooks", "hours">>(
    "GET",
    operatorPath(account, `webhooks/${encodeURIComponent(id)}/hours`),
    {
      query: { days, ...sandboxQuery(account) },
      signal
    }
  )

export const getWebhook = (account: Account, id: string, signal?: AbortSignal) =>
  request<MonitoredWebhook>("GET", operatorPath(account, `webhooks/${encodeURIComponent(id)}`), {
    query: sandboxQuery(account),
    signal
  })

/** Ends the pause of a webhook after a failure. */
export const retryNow = (account: Account, id: string) =>
  request<MonitoredWebhook>("POST", operatorPath(account, `webhooks/${encodeURIComponent(id)}/retry`), {
    query: sandboxQuery(account)
  })

export const createWebhook = (account: Account, webhook: NewWebhook) =>
  sellerRequest<SellerAnswer<"webhooks", "create">>("POST", account, below, { body: webhook })

export const editWebhook = (account: Account, webhook: OwnedWebhook, edit: WebhookEdit) =>
  sellerRequest<SellerAnswer<"webhooks", "edit">>("PUT", account, pathOf(webhook), {
    serviceId: webhook.serviceId,
    body: edit
  })

export const deleteWebhook = (account: Account, webhook: OwnedWebhook) =>
  sellerRequest<undefined>("DELETE", account, pathOf(webhook), { serviceId: webhook.serviceId })

export const checkUrl = (account: Account, serviceId: ServiceId, url: string) =>
  sellerRequest<SellerAnswer<"webhooks", "checkUrl">>("POST", account, `${below}/check`, { serviceId, body: { url } })

export const refreshSecret = (account: Account, webhook: OwnedWebhook) =>
  sellerRequest<SellerAnswer<"webhooks", "refreshSecret">>("POST", account, `${pathOf(webhook)}/secret/refresh`, {
    serviceId: webhook.serviceId
  })

export const sendTestEvents = (account: Account, webhook: OwnedWebhook) =>
  sellerRequest<SellerAnswer<"webhooks", "sendTest">>("POST", account, `${pathOf(webhook)}/test/send`, {
    serviceId: webhook.serviceId
  })

export const listEventScopes = (account: Account, signal: AbortSignal) =>
  sellerRequest<SellerAnswer<"eventTypes", "list">>("GET", account, "/api/v1/event-scopes", { signal })
