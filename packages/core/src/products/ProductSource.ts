/**
 * Port: where the products of sellers are read. Without it they are those that were put in (`Products.put`); an embedder that has
 * products in a database of its own provides this.
 */
import { Context, Effect, Option, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import * as Lookup from "../records/Lookup.ts"
import { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Product, Subject } from "./Product.ts"
import { products } from "./productRecords.ts"

export class ProductSource extends Context.Service<
  ProductSource,
  {
    /** Those of these numbers that there are, in any order. */
    named(account: Account, nms: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Product>, StorageError>
    /** Products of these subjects, by their subjects in this order and by their numbers, at most so many of each. */
    ofSubjects(
      account: Account,
      ids: ReadonlyArray<number>,
      most: number
    ): Effect.Effect<ReadonlyArray<Product>, StorageError>
    /** The subjects that have products, by their ids. */
    subjects(account: Account): Effect.Effect<ReadonlyArray<Subject>, StorageError>
  }
>()("@sellerkit/core/products/ProductSource") {}

const putIn = (records: Records["Service"]): ProductSource["Service"] => ({
  named: (account, nms) =>
    records.find(
      account,
      Lookup.many(
        products,
        nms.map((nm) => [nm])
      )
    ),
  ofSubjects: (account, ids, most) =>
    Effect.map(
      records.findAll(
        account,
        Object.fromEntries(
          ids.map((id) => [String(id), Lookup.range(products, { index: "bySubject", within: [id], limit: most })])
        )
      ),
      (found) => ids.flatMap((id) => found[id]!)
    ),
  subjects: Effect.fnUntraced(function* (account) {
    const subjects = new Map<number, Subject>()
    // The name is that of the last product: products are put in one by one, and a subject may be renamed meanwhile.
    yield* Stream.runForEach(records.stream(account, products, { index: "bySubject" }), (text) =>
      Effect.sync(() => {
        const { subjectId: id, subjectName: name } = products.decode(text)
        subjects.set(id, { id, name, count: (subjects.get(id)?.count ?? 0) + 1 })
      })
    )
    return [...subjects.values()]
  })
})

/** The embedder's, or what was put in. */
export const currentProductSource: Effect.Effect<ProductSource["Service"], never, Records> = Effect.zipWith(
  Effect.serviceOption(ProductSource),
  Records,
  (given, records) => Option.getOrElse(given, () => putIn(records))
)
