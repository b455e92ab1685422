/** Products as they are kept. */
import { collection } from "../records/Collection.ts"
import { Product } from "./Product.ts"

export const products = collection("product", {
  schema: Product,
  key: ({ nm }) => [nm],
  indexes: { bySubject: ({ nm, subjectId }) => [subjectId, nm] }
})
