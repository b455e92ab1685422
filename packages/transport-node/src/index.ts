/** Sends webhooks from Node.js, and compresses what it answers. */
export { makeHostResolver, type ResolveHost } from "./HostResolver.ts"
export * as NodeCompression from "./NodeCompression.ts"
export * as NodeTransport from "./NodeTransport.ts"
