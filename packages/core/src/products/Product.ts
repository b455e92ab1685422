/** A product that a seller may advertise. The marketplace's own side puts it in. */
import { Schema } from "effect"
import { PlainText } from "../validation/PlainText.ts"
import { NumericId } from "../validation/WholeNumber.ts"

const line = (most: number) =>
  PlainText.check(Schema.isBetweenCodePoints(1, most, { message: `Expected between 1 and ${most} characters` }))

// our choice: as long as such a field of a report's row, or longer.
const Title = line(250)
const Name = line(100)

// our choice: what a search would find it by; the documents name no most.
const Keywords = Schema.Array(Name).check(Schema.isMaxLength(100))

/** Nomenclature: title, nm, subjectId (Seller Statistics Reports, Dictionaries). The other fields are our choice. */
export const Product = Schema.Struct({
  nm: NumericId,
  title: Title,
  subjectId: NumericId,
  subjectName: Name,
  vendorCode: Schema.optionalKey(Name),
  brand: Schema.optionalKey(Name),
  /** In roubles. */
  price: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))),
  keywords: Schema.optionalKey(Keywords)
}).annotate({ identifier: "Product" })
export type Product = typeof Product.Type

/** A subject of the seller's products, and how many products it has. */
export interface Subject {
  readonly id: number
  readonly name: string
  readonly count: number
}

export class ProductNotFound extends Schema.TaggedError<ProductNotFound>()("ProductNotFound", { nm: NumericId }) {
  override get message() {
    return `There is no product ${this.nm}`
  }
}
