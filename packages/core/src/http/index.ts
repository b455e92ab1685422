/** The HTTP API, for adapters and for hosts that add APIs of their own. */
export { describe, readable } from "./describe.ts"
export { makeRequestScope } from "./middleware/layers/RequestScopeLayer.ts"
export * as RequestValidationLayer from "./middleware/layers/RequestValidationLayer.ts"
export { RequestValidation } from "./middleware/RequestValidation.ts"
export { operationOf, originOf } from "./Operation.ts"
export * from "./Problem.ts"
export * as Routes from "./Routes.ts"
export { SellerApi } from "./SellerApi.ts"
