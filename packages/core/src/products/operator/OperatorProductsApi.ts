/** Operations with which the marketplace's own side puts in products. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { declared } from "../../http/operation/Problem.ts"
import { described } from "../../operator/described.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { Product } from "../Product.ts"

const query = { sandbox: Schema.optionalKey(Schema.Boolean) }

export class OperatorProductsApi extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.put("put", "/sellers/:sellerId/products", {
      params: { sellerId: SellerId },
      query,
      // our choice: one write's worth.
      payload: Schema.Struct({ products: Schema.Array(Product).check(Schema.isMaxLength(1000)) }).annotate({
        identifier: "ProductsInput"
      }),
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      described(
        "Put products",
        "Adds products, each in place of the one with its `nm`. All of them are taken, or none. Campaigns may then carry them."
      )
    ),
    HttpApiEndpoint.delete("remove", "/sellers/:sellerId/products/:nm", {
      params: { sellerId: SellerId, nm: NumericId },
      query,
      success: HttpApiSchema.NoContent,
      error: declared.NotFound
    }).annotateMerge(described("Remove a product", "Campaigns that carry it stay as they are."))
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Products", description: "What campaigns may advertise." })) {}
