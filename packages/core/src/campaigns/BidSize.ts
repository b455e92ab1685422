/** A bid in roubles as requests have it: whether it is large enough is for its campaign to say (Promotion operations, Rules). */
import { Schema } from "effect"
import { numericIds } from "../validation/WholeNumber.ts"

// our choice: a billion at most.
export const BidSize = Schema.Int.check(Schema.isBetween({ minimum: -numericIds.maximum, maximum: 1_000_000_000 }))
