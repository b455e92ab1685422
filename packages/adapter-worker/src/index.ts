/** Sellerkit on Cloudflare Workers. */
export { sellerkitWorker, type SellerkitWorker } from "./sellerkitWorker.ts"
export type { WorkerOptions } from "./WorkerOptions.ts"
