/** The operator interface, for hosts that mount it. */
export { described } from "./described.ts"
export { operatorDocument } from "./description/operatorDocument.ts"
export { OperatorAuthorization } from "./middleware/OperatorAuthorization.ts"
export { OperatorScope } from "./middleware/OperatorScope.ts"
export { SellerRouting } from "./middleware/SellerRouting.ts"
export { OperatorApi } from "./OperatorApi.ts"
export * as OperatorRoutes from "./OperatorRoutes.ts"
