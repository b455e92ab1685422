/** Signs and sends webhooks from Node.js, compresses what it answers, and names what sends. */
export { makeHostResolver, type ResolveHost } from "./HostResolver.ts"
export * as NodeCompression from "./NodeCompression.ts"
export * as NodeDispatcherName from "./NodeDispatcherName.ts"
export * as NodeSigner from "./NodeSigner.ts"
export * as NodeTransport from "./NodeTransport.ts"
