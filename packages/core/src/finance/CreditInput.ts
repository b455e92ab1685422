/** A credit or debit of the marketplace's own side, as it asks for it. */
import { Schema } from "effect"
import { PlainText } from "../validation/PlainText.ts"

// our choice: a billion at once.
/** Roubles; a debit is negative. */
export const FundsChange = Schema.Int.check(Schema.isBetween({ minimum: -1_000_000_000, maximum: 1_000_000_000 }))

// our choice: as long as that of an event.
export const CreditKey = PlainText.check(Schema.isBetweenCodePoints(1, 200))

/** Sums that are absent do not change. */
export const CreditInput = Schema.Struct({
  account: Schema.optionalKey(FundsChange),
  balance: Schema.optionalKey(FundsChange),
  bonus: Schema.optionalKey(FundsChange),
  idempotencyKey: CreditKey
}).annotate({ identifier: "CreditInput" })
