/** The products of a seller: what campaigns may carry. */
import { Context, Effect, Layer, Option, Result } from "effect"
import type { Account } from "../access/Account.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, Records, remove } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type Product, ProductNotFound, type Subject } from "./Product.ts"
import { products } from "./productRecords.ts"
import { currentProductSource } from "./ProductSource.ts"

// our choice: of each subject that is asked for. A read is bounded, however many products a seller has.
const mostOfSubject = 10_000

export class Products extends Context.Service<
  Products,
  {
    /** One write: each replaces the product with its `nm`. Of several with one `nm` the last one counts. */
    put(account: Account, products: ReadonlyArray<Product>): Effect.Effect<void, StorageError>
    /** Campaigns that carry it stay as they are. */
    remove(account: Account, nm: number): Effect.Effect<void, ProductNotFound | StorageError>
    /** Those of these numbers that there are. */
    named(account: Account, nms: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Product>, StorageError>
    /** The subjects that have products, by their ids. */
    subjects(account: Account): Effect.Effect<ReadonlyArray<Subject>, StorageError>
    /** The products of these subjects, by their subjects and numbers. */
    ofSubjects(account: Account, ids: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Product>, StorageError>
  }
>()("@sellerkit/core/products/Products") {
  static readonly layer: Layer.Layer<Products, never, Records> = Layer.effect(
    Products,
    Effect.zipWith(Records, currentProductSource, (records, source) =>
      Products.of({
        put: Effect.fn("Products.put")((account, given) =>
          records.write(
            account,
            given.map((product) => put(products, product))
          )
        ),
        remove: Effect.fn("Products.remove")((account, nm) =>
          records.transact(account, { product: Lookup.one(products, [nm]) }, ({ product }) =>
            Option.isSome(product)
              ? Result.succeed({ answer: undefined, changes: [remove(products, [nm])] })
              : Result.fail(new ProductNotFound({ nm }))
          )
        ),
        named: Effect.fn("Products.named")((account, nms) => source.named(account, nms)),
        subjects: Effect.fn("Products.subjects")((account) => source.subjects(account)),
        ofSubjects: Effect.fn("Products.ofSubjects")((account, ids) =>
          source.ofSubjects(
            account,
            [...new Set(ids)].toSorted((one, other) => one - other),
            mostOfSubject
          )
        )
      })
    )
  )
}
