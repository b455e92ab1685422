/** Every migration, in order. One that has been released is never edited. */
import type { Migration } from "./Migration.ts"
import { webhooks } from "./0001_webhooks.ts"

export const migrations: ReadonlyArray<Migration> = [webhooks]
