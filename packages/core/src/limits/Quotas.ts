/** How much an owner or a request may hold. Numbers the documents leave open, in one place. */
import { ByteSize, Context } from "effect"

export interface Quotas {
  /** Webhooks of one owner; the `limit` of the webhook list. */
  readonly webhooksPerOwner: number
  /** Bytes of one request body of the API; a longer one is refused with 413. */
  readonly requestBody: ByteSize.ByteSize
  /** Bytes of one event's payload. */
  readonly eventPayload: ByteSize.ByteSize
}

// our choice: the documents show none of these.
export const defaultQuotas: Quotas = {
  webhooksPerOwner: 100,
  requestBody: ByteSize.mebibytes(1),
  eventPayload: ByteSize.kibibytes(256)
}

export const Quotas = Context.Reference<Quotas>("@sellerkit/core/limits/Quotas", { defaultValue: () => defaultQuotas })
