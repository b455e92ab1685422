/** Statistics reports over every storage. */
import { reportModelSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) {
  reportModelSuite(storage)
}
