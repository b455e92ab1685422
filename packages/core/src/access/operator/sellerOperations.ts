/** Each operation on sellers as one call of a service. */
import { Effect } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import { Records } from "../../records/Records.ts"
import { accountKey } from "../accountKey.ts"
import { operationsAccount } from "../operationsAccount.ts"
import type { SellersApi } from "./SellersApi.ts"

export const sellerOperations = Effect.map(Records, (records) => ({
  list: Effect.fnUntraced(function* ({ query: { limit, next } }: Asked<typeof SellersApi, "list">) {
    const found = yield* records.accounts(next ?? undefined, limit + 1)
    const shown = found.slice(0, limit)
    return {
      sellers: shown.filter((account) => accountKey(account) !== accountKey(operationsAccount)),
      next: found.length > limit ? shown.at(-1)! : null
    }
  })
}))
