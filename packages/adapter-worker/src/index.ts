/** Sellerkit on Cloudflare Workers. */
export type { Operator } from "./gateway/Operator.ts"
export { sellerkitWorker, type SellerkitWorker } from "./sellerkitWorker.ts"
export type { WorkerOptions } from "./WorkerOptions.ts"
