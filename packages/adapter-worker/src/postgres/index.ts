/** Sellerkit on Cloudflare Workers, with its data in PostgreSQL. */
export type { RequestScopedStorage, PostgresOptions } from "./PostgresOptions.ts"
export { postgresWorker, type PostgresWorker, type RequestLifetime } from "./postgresWorker.ts"
