/** Events about webhooks that fail, for an installation's own receiver. Sellers do not get them. Times are ISO 8601. */
import { type DeclaredTypes, payloadOf } from "./EventTypes.ts"

interface AboutWebhook {
  readonly sellerId: string
  readonly sandbox: boolean
  /** The integrated service that owns it; null where that is the seller itself. */
  readonly serviceId: string | null
  readonly webhookId: string
  /** Events that wait for it. */
  readonly waiting: number
}

export interface OperationalEvents {
  /** Its requests fail; unless one succeeds, it is disabled at `disabledAt`. */
  readonly "operations/webhook_failing": AboutWebhook & { readonly disabledAt: string }
  /** The service disabled it. */
  readonly "operations/webhook_disabled": AboutWebhook & { readonly reason: "gone" | "unreachable" }
  /** It had been announced as failing, and accepts notifications again. */
  readonly "operations/webhook_recovered": AboutWebhook
}

/** Declares them: `types: operationalEvents`. */
export const operationalEvents: DeclaredTypes<OperationalEvents> = {
  "operations/webhook_failing": payloadOf(),
  "operations/webhook_disabled": payloadOf(),
  "operations/webhook_recovered": payloadOf()
}
