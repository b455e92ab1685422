/**
 * Every migration, in order. One that was released is never changed. What each leads to is written down in the folder `schema`,
 * by `npm run schema`; a test compares.
 */
import { webhooks } from "./0001_webhooks.ts"

export const migrations = { "0001_webhooks": webhooks }
