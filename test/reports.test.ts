/** Statistics reports over every storage. */
import { reportModelSuite, reportSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) {
  reportSuite(storage)
  reportModelSuite(storage)
}
