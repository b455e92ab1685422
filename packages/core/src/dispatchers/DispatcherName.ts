/** What people know the dispatcher of this process by. Hosts give another one, because core does not know where it runs. */
import { Context } from "effect"

export const DispatcherName = Context.Reference<string>("@sellerkit/core/dispatchers/DispatcherName", {
  defaultValue: () => "dispatcher"
})
