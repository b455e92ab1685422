/** What a host decides, wherever its sellers' data are. */
import type { EventScope, HostCaller } from "@sellerkit/core"
import type { SellerkitOptions } from "@sellerkit/embed/portable"

export interface HostOptions<Scopes extends ReadonlyArray<EventScope>> extends Omit<
  SellerkitOptions<Scopes>,
  "dispatcher" | "operations" | "storage"
> {
  /**
   * Tells who makes a request, where the host knows it. Undefined: the host does not know the caller, who then needs a token.
   */
  readonly authenticate?: ((request: Request) => HostCaller | undefined | Promise<HostCaller | undefined>) | undefined
}
