/** Fields that rows of several reports have (Seller Statistics Reports, Resources and their fields). */
import { Schema } from "effect"
import { MoscowDateTime } from "../../time/MoscowDateTime.ts"
import { isPlain, PlainText } from "../../validation/PlainText.ts"
import { NumericId, numericIds } from "../../validation/WholeNumber.ts"

/** A text of at most so many characters. */
export const text = (most: number) => PlainText.check(Schema.isMaxCodePoints(most))

// our choice, where the documents name no length.
export const LongText = text(200)

/** A labeling code as it is read from a product: its parts are separated by U+001D (GS1). */
export const LabelingCode = Schema.String.check(
  Schema.isMaxCodePoints(200),
  Schema.makeFilter((code: string) => isPlain(code.replaceAll("\u001d", "")) || "Expected a labeling code")
)

// our choice: fifteen digits, which every reader of JSON keeps. Corrections are below zero.
export const Amount = Schema.Finite.check(
  Schema.isBetween({ minimum: -numericIds.maximum, maximum: numericIds.maximum })
)
export const Whole = Schema.Int.check(Schema.isBetween({ minimum: -numericIds.maximum, maximum: numericIds.maximum }))

/** What orders, sales and returns have in common, in the order of the documents. */
export const unit = {
  date: MoscowDateTime,
  lastChangeDate: MoscowDateTime,
  warehouseName: text(50),
  // `Склад WB` in the contract, `Склад продавца`: an installation's own warehouses have a name of their own.
  warehouseType: text(50),
  countryName: text(200),
  oblastOkrugName: text(200),
  regionName: text(200),
  supplierArticle: text(75),
  nmId: NumericId,
  barcode: text(30),
  category: text(50),
  subject: text(50),
  brand: text(50),
  techSize: text(30),
  incomeID: NumericId,
  isSupply: Schema.Boolean,
  isRealization: Schema.Boolean,
  totalPrice: Amount,
  discountPercent: Whole,
  spp: Amount
}

/** What identifies them. Later documents have no `orderType`. */
export const unitIdentity = {
  orderType: Schema.optionalKey(LongText),
  sticker: LongText,
  gNumber: text(50),
  srid: LongText.check(Schema.isNonEmpty())
}
