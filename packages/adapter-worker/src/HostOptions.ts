/** What hosts decide wherever their sellers' data are. */
import type { EventScope, HostCaller } from "@sellerkit/core"
import type { SellerkitOptions } from "@sellerkit/embed/portable"

export interface HostOptions<Scopes extends ReadonlyArray<EventScope>> extends Omit<
  SellerkitOptions<Scopes>,
  "dispatcher" | "operations" | "storage"
> {
  /**
   * Who makes a request, where the host finds that out by itself. Undefined: nobody that it knows, who is asked for a token
   * then.
   */
  readonly authenticate?: ((request: Request) => HostCaller | undefined | Promise<HostCaller | undefined>) | undefined
}
