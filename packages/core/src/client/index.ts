/** The client: no handlers and no storage come with it. */
export * as Client from "./Client.ts"
export * as Paging from "./Paging.ts"
export * from "../http/Problem.ts"
export { TooManyRequests } from "../http/TooManyRequests.ts"
export { SellerApi } from "../http/SellerApi.ts"
