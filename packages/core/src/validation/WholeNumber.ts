/** Whole numbers with known bounds, so that a reader knows what type they fit into. */
import { Schema } from "effect"

// our choice: 32 bits; there are never more webhooks, attempts or waiting events.
export const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))

// our choice: fifteen digits, which every reader of JSON keeps.
export const numericIds = { minimum: 0, maximum: 999_999_999_999_999 }

/** The id of a person, a product or a subject, as the marketplace gives them out. */
export const NumericId = Schema.Int.check(Schema.isBetween(numericIds))
