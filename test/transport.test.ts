/** One suite over every transport. */
import { transportSuite } from "@sellerkit/testing"
import { transports } from "./targets.ts"

for (const transport of transports) transportSuite(transport)
