/** Tokens of the seller API. */
import type { OperatorAnswer } from "./http/answers.ts"
import { request } from "./http/request.ts"

export type MadeToken = OperatorAnswer<"tokens", "create">

export interface WantedToken {
  readonly sellerId: string
  readonly serviceId?: string
  readonly categories?: ReadonlyArray<string>
  readonly readOnly: boolean
  readonly sandbox: boolean
  /** In seconds. */
  readonly expiresIn: number
}

export const makeToken = (wanted: WantedToken) => request<MadeToken>("POST", "/operator/v1/tokens", { body: wanted })

/** Those of other issuers can be revoked too. `sellerId`: whose token it is, where that has to be said. */
export const revokeToken = (tokenId: string, sellerId: string | undefined) => {
  const place = sellerId === undefined ? "/operator/v1" : `/operator/v1/sellers/${encodeURIComponent(sellerId)}`
  return request<undefined>("DELETE", `${place}/tokens/${encodeURIComponent(tokenId)}`)
}
