/** Sends webhooks from Node.js. */
export type { ResolveHost } from "./HostResolver.ts"
export * as NodeTransport from "./NodeTransport.ts"
