import { assembledService, deliverySuite } from "@sellerkit/testing"
import { storages, transports } from "./targets.ts"

for (const storage of storages) {
  for (const transport of transports) deliverySuite(assembledService(storage, transport))
}
