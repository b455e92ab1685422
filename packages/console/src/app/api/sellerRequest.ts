/** Requests to the seller API, on behalf of a seller or of a service that the seller has integrated. */
import type { Account } from "./Account.ts"
import { request, type RequestOptions } from "./request.ts"

/** `null` is the seller itself. */
export type ServiceId = string | null

interface SellerRequestOptions extends Omit<RequestOptions, "headers"> {
  readonly serviceId?: ServiceId
}

/** `path` is that of the seller API, such as `/api/v1/webhooks`. */
export const sellerRequest = <Answer>(
  method: Parameters<typeof request>[0],
  { sandbox, sellerId }: Account,
  path: string,
  { serviceId = null, ...options }: SellerRequestOptions = {}
): Promise<Answer> =>
  request<Answer>(method, `/sellers/${encodeURIComponent(sellerId)}/api${path}`, {
    ...options,
    headers: {
      ...(sandbox ? { "x-sellerkit-sandbox": "true" } : {}),
      ...(serviceId === null ? {} : { "x-sellerkit-service": serviceId })
    }
  })
