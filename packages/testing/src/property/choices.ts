/** How random things are chosen: among what there is by then, and some of them more often than others. */
import { Schema } from "effect"

/** The number of one of what there is, which shrinks towards the first; whoever looks counts on from there. */
export const Which = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))

/** The first schema's values, more often than the second one's. */
export const mostly = <Usual extends Schema.Constraint, Rare extends Schema.Constraint>(usual: Usual, rare: Rare) =>
  Schema.Union([usual, usual, usual, usual, usual, rare])

export const listOf = <Item extends Schema.Constraint>(item: Item, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most))
