/** What the pages of an account are given. */
import type { Account } from "../api/Account.ts"

export interface AccountPageProps {
  readonly account: Account
}

/** Of one record of an account. */
export interface RecordPageProps extends AccountPageProps {
  readonly id: string
}
