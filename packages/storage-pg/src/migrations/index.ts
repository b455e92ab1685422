/** Every migration, in order. One that was released is never changed. */
import { webhooks } from "./0001_webhooks.ts"

export const migrations = { "0001_webhooks": webhooks }
