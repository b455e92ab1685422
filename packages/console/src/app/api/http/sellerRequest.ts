/** Requests to the seller API, on behalf of a seller or of a service that the seller has integrated. */
import type { Account } from "../Account.ts"
import { request, requestAnswer, type RequestOptions } from "./request.ts"

/** `null` is the seller itself. */
export type ServiceId = string | null

interface SellerRequestOptions extends Omit<RequestOptions, "headers"> {
  readonly serviceId?: ServiceId
}

const pathOf = ({ sellerId }: Account, path: string): string => `/sellers/${encodeURIComponent(sellerId)}/api${path}`

const onBehalfOf = ({ sandbox }: Account, serviceId: ServiceId): Readonly<Record<string, string>> => ({
  ...(sandbox ? { "x-sellerkit-sandbox": "true" } : {}),
  ...(serviceId === null ? {} : { "x-sellerkit-service": serviceId })
})

/** `path` is that of the seller API, such as `/api/v1/webhooks`. */
export const sellerRequest = <Answer>(
  method: Parameters<typeof request>[0],
  account: Account,
  path: string,
  { serviceId = null, ...options }: SellerRequestOptions = {}
): Promise<Answer> =>
  request<Answer>(method, pathOf(account, path), { ...options, headers: onBehalfOf(account, serviceId) })

/** For what is read while it arrives. */
export const sellerAnswer = (
  method: Parameters<typeof request>[0],
  account: Account,
  path: string,
  options: Omit<SellerRequestOptions, "serviceId">
): Promise<Response> => requestAnswer(method, pathOf(account, path), { ...options, headers: onBehalfOf(account, null) })
