/** The server side of the operator's operations on products. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { NotFound } from "../../http/operation/Problem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { OperatorProductsApi } from "./OperatorProductsApi.ts"
import { productOperations } from "./productOperations.ts"

const answered = answering(orProblemOf({ ProductNotFound: [NotFound, "Product not found"] }))

export const productOperatorHandlers = HttpApiBuilder.group(operatorApi(OperatorProductsApi), "products", (handlers) =>
  Effect.map(productOperations, (operations) => handlers.handleAll(answered(operations)))
)
