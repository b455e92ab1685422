/** The products of a seller: what campaigns may carry. */
import { Context, Effect, Layer, Option, Result, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, Records, remove } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type Product, ProductNotFound, type Subject } from "./Product.ts"
import { products, productsNamed } from "./productRecords.ts"

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
    Effect.map(Records, (records) =>
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
        named: Effect.fn("Products.named")((account, nms) => records.find(account, productsNamed(nms))),
        subjects: Effect.fn("Products.subjects")(function* (account) {
          const subjects = new Map<number, Subject>()
          // The name is that of the last product: products are put in one by one, and a subject may be renamed meanwhile.
          yield* Stream.runForEach(records.stream(account, products, { index: "bySubject" }), (text) =>
            Effect.sync(() => {
              const { subjectId: id, subjectName: name } = products.decode(text)
              subjects.set(id, { id, name, count: (subjects.get(id)?.count ?? 0) + 1 })
            })
          )
          return [...subjects.values()]
        }),
        ofSubjects: Effect.fn("Products.ofSubjects")(function* (account, ids) {
          const ordered = [...new Set(ids)].toSorted((one, other) => one - other)
          const found = yield* records.findAll(
            account,
            Object.fromEntries(
              ordered.map((id) => [
                String(id),
                Lookup.range(products, { index: "bySubject", within: [id], limit: mostOfSubject })
              ])
            )
          )
          return ordered.flatMap((id) => found[id]!)
        })
      })
    )
  )
}
