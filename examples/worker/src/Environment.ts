/** What `wrangler.jsonc` binds. */
import type { DurableObjectNamespace, Queue } from "@cloudflare/workers-types"

export interface Environment {
  readonly SELLERS: DurableObjectNamespace
  readonly EVENTS: Queue
  /** Makes and checks sellers' tokens: at least 32 characters. */
  readonly TOKEN_SECRET: string
  /** What the shop's own systems show to publish. */
  readonly SHOP_KEY: string
  readonly ALLOWED_NETWORKS: string
}
