/** Each operation on products as one call of the service. */
import { Effect } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import { Products } from "../Products.ts"
import type { OperatorProductsApi } from "./OperatorProductsApi.ts"

type ProductsAsked<Name extends "put" | "remove"> = Asked<typeof OperatorProductsApi, Name>

export const productOperations = Effect.map(Products, (products) => ({
  put: ({ params: { sellerId }, payload, query: { sandbox = false } }: ProductsAsked<"put">) =>
    products.put({ sellerId, sandbox }, payload.products),
  remove: ({ params: { nm, sellerId }, query: { sandbox = false } }: ProductsAsked<"remove">) =>
    products.remove({ sellerId, sandbox }, nm)
}))
