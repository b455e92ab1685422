import { assembledService, deliverySuite } from "@sellerkit/testing"
import { storages, transports } from "./targets.ts"

for (const storage of storages) {
  for (const [index, transport] of transports.entries()) {
    // Which transport sends is nothing to a queue of many events.
    deliverySuite({ ...assembledService(storage, transport), trials: index === 0 ? 1 : 0.1 })
  }
}
