/** How random values are chosen: among what exists by then, and some more often than others. */
import { Schema } from "effect"

/** The number of an existing item. It shrinks towards the first, and is taken modulo the number of items. */
export const Which = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))

/** The first schema's values, more often than the second one's. */
export const mostly = <Usual extends Schema.Constraint, Rare extends Schema.Constraint>(usual: Usual, rare: Rare) =>
  Schema.Union([usual, usual, usual, usual, usual, rare])

export const listOf = <Item extends Schema.Constraint>(item: Item, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most))
