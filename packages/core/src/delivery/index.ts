/** Delivery, for hosts that run a dispatcher. */
export * from "./AutoDisable.ts"
export { Dispatcher, type DispatcherHealth } from "./Dispatcher.ts"
export * from "./DispatcherOptions.ts"
export { notificationBody } from "./Notification.ts"
export * from "./RetryPolicy.ts"
export { sign } from "./Signature.ts"
export * as FetchTransport from "../transport/FetchTransport.ts"
