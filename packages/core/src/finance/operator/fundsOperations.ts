/** Each operation on the funds of sellers as one call of the service. */
import { Effect } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import { Finance } from "../Finance.ts"
import type { OperatorFundsApi } from "./OperatorFundsApi.ts"

type FundsAsked<Name extends "credit" | "get"> = Asked<typeof OperatorFundsApi, Name>

export const fundsOperations = Effect.map(Finance, (finance) => ({
  get: ({ params: { sellerId }, query: { sandbox = false } }: FundsAsked<"get">) => finance.all({ sellerId, sandbox }),
  credit: ({ params: { sellerId }, payload, query: { sandbox = false } }: FundsAsked<"credit">) => {
    const { account = 0, balance = 0, bonus = 0, idempotencyKey } = payload
    return finance.credit({ sellerId, sandbox }, { account, balance, bonus, idempotencyKey })
  }
}))
