/** The HTTP API, for adapters. */
export { describe } from "./describe.ts"
export * from "./Problem.ts"
export { OperationAnnotation, operationOf, originOf } from "./Operation.ts"
export { unreadableBody, inputProblems } from "./RequestInput.ts"
export * as Routes from "./Routes.ts"
export { SellerApi } from "./SellerApi.ts"
