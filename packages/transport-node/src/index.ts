/** Sends webhooks from Node.js. */
export { makeHostResolver, type ResolveHost } from "./HostResolver.ts"
export * as NodeTransport from "./NodeTransport.ts"
