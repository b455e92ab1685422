/** Every storage driver answers as the first one does, which is in memory. */
import { differentialSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

const [reference, ...subjects] = storages

// With all trials, however long one takes.
for (const subject of subjects) differentialSuite(reference!, { ...subject, trials: 1 })
