/** The API in an Express app. */
export type { ErrorHandler, ExpressRequest, Handler, Next } from "./ExpressRequest.ts"
export { keepBody } from "./keepBody.ts"
export { type ExpressOptions, toExpress } from "./toExpress.ts"
