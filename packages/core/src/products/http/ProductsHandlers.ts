/** Each operation on products as one call of the service. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { Products } from "../Products.ts"
import { ProductsApi } from "./ProductsApi.ts"

export const ProductsHandlers = HttpApiBuilder.group(sellerApi(ProductsApi), "products", (handlers) =>
  Effect.map(Products, (products) =>
    handlers.handleAll({
      subjects: () => Effect.orDie(CurrentCaller.use(({ owner }) => products.subjects(owner))),
      nomenclatures: ({ payload }) =>
        Effect.orDie(
          CurrentCaller.use(({ owner }) =>
            Effect.map(products.ofSubjects(owner, payload), (found) =>
              found.map(({ nm, subjectId, title }) => ({ title, nm, subjectId }))
            )
          )
        )
    })
  )
)
