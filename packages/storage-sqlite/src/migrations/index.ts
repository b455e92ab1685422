/** Every migration, in order. One that has been released is never edited. */
import { webhooks } from "./0001_webhooks.ts"

export interface Migration {
  readonly name: string
  readonly statements: ReadonlyArray<string>
}

export const migrations: ReadonlyArray<Migration> = [webhooks]
