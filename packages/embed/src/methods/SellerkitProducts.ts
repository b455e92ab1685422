/** The products of sellers: what their campaigns may carry. */
import { NumericId, Product } from "@sellerkit/core"
import { productOperations } from "@sellerkit/core/operator"
import { Effect, Schema } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"
import { about, decodeSeller, type Seller } from "../Seller.ts"

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitProducts {
  /**
   * Adds products, each in place of the one with its `nm`; up to 1,000. All of them are taken, or none. Rejects with nothing
   * else.
   */
  put(seller: Seller, products: ReadonlyArray<Product>): Promise<void>
  /** Campaigns that carry it stay as they are. Rejects with `ProductNotFound`. */
  remove(seller: Seller, nm: number): Promise<void>
}

// As many as the operator interface takes: one write's worth.
const decodeProducts = decodeInput(Schema.Array(Product).check(Schema.isMaxLength(1000)), "products")
const decodeNm = decodeInput(NumericId, "nm")

const put = Effect.fnUntraced(function* (seller: Seller, given: ReadonlyArray<Product>) {
  const account = yield* decodeSeller(seller)
  const products = yield* decodeProducts(given)
  yield* (yield* productOperations).put({ ...about(account, {}), payload: { products } })
})

const remove = Effect.fnUntraced(function* (seller: Seller, nm: number) {
  const account = yield* decodeSeller(seller)
  yield* (yield* productOperations).remove(about(account, { nm: yield* decodeNm(nm) }))
})

export const makeProducts = (run: Run): SellerkitProducts => ({
  put: (seller, products) => run(put(seller, products)),
  remove: (seller, nm) => run(remove(seller, nm))
})
