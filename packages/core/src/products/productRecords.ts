/** Products as they are kept. */
import { collection } from "../records/Collection.ts"
import * as Lookup from "../records/Lookup.ts"
import { Product } from "./Product.ts"

export const products = collection("product", {
  schema: Product,
  key: ({ nm }) => [nm],
  indexes: { bySubject: ({ nm, subjectId }) => [subjectId, nm] }
})

/** Those of these numbers that there are. */
export const productsNamed = (nms: ReadonlyArray<number>) =>
  Lookup.many(
    products,
    nms.map((nm) => [nm])
  )
