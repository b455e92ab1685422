/** Every storage driver answers as the first one does, which is in memory. */
import { differentialSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

const [reference, ...subjects] = storages

for (const subject of subjects) differentialSuite(reference!, subject)
