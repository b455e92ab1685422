/** Token categories: what a token may reach. Stored in a token as bits of one number. */
import { Schema } from "effect"

/**
 * Bit position of each category in the token's `s` claim, and the name people see (public documentation of the seller
 * API, Authorization: bits 8, 14 and 15 are not given out). The value of position n is 2 to the power n.
 */
export const categories = {
  content: { bit: 1, name: "Content" },
  analytics: { bit: 2, name: "Analytics" },
  prices: { bit: 3, name: "Prices and discounts" },
  marketplace: { bit: 4, name: "Marketplace" },
  statistics: { bit: 5, name: "Statistics" },
  promotion: { bit: 6, name: "Promotion" },
  feedbacksAndQuestions: { bit: 7, name: "Feedbacks and Questions" },
  buyersChat: { bit: 9, name: "Buyers chat" },
  supplies: { bit: 10, name: "Supplies" },
  buyersReturns: { bit: 11, name: "Buyers returns" },
  documents: { bit: 12, name: "Documents" },
  finance: { bit: 13, name: "Finance" },
  users: { bit: 16, name: "Users" }
} as const

const readOnlyBit = 30

export const Category = Schema.Literals(Object.keys(categories) as ReadonlyArray<keyof typeof categories>)
export type Category = typeof Category.Type

const hasBit = (bits: number, bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1

/** Reads the `s` claim. Unknown bits are ignored: a newer issuer may know more categories. */
export const fromBits = (
  bits: number
): { readonly categories: ReadonlyArray<Category>; readonly readOnly: boolean } => ({
  categories: Category.literals.filter((category) => hasBit(bits, categories[category].bit)),
  readOnly: hasBit(bits, readOnlyBit)
})

/** Writes the `s` claim. */
export const toBits = (granted: Iterable<Category>, readOnly: boolean): number => {
  let bits = readOnly ? 2 ** readOnlyBit : 0
  for (const category of new Set(granted)) bits += 2 ** categories[category].bit
  return bits
}
