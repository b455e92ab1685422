/** Each operation on money as one call of the service. */
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import type { Cost, TopUp } from "../../funds/fundRecords.ts"
import { sourceOf, sources } from "../../funds/Money.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { dayBefore, moscowDay, moscowTime } from "../../time/MoscowTime.ts"
import { Finance } from "../Finance.ts"
import { FinanceApi } from "./FinanceApi.ts"
import { orBudgetRefused, orPeriodRefused, orTopUpRefused } from "./orMoneyRefused.ts"

const costRow = ({ advertId, name, number, roubles, source, status, time, type }: Cost) => ({
  updNum: number,
  updTime: moscowTime(time),
  updSum: roubles,
  advertId,
  campName: name,
  advertType: type,
  paymentType: sources[source].paymentType,
  advertStatus: status
})

const topUpRow = ({ number, roubles, source, time }: TopUp) => {
  const { type } = sources[source]
  return {
    id: number,
    date: moscowTime(time),
    sum: roubles,
    type,
    statusId: 1,
    // Finance fields, Top-up history row: only a card has one (contract, Top-up history, example).
    cardStatus: type === 3 ? "success" : ""
  } as const
}

/** Without a beginning: 31 days up to the end. Without an end: up to today, or 31 days from the beginning. */
const periodOf = ({ from, to }: { readonly from?: string; readonly to?: string }, now: number) => {
  const end = to ?? (from === undefined ? moscowDay(now) : dayBefore(from, -30))
  return { from: from ?? dayBefore(end, 30), to: end }
}

export const FinanceHandlers = HttpApiBuilder.group(
  sellerApi(FinanceApi),
  "finance",
  Effect.fn(function* (handlers) {
    const finance = yield* Finance
    return handlers.handleAll({
      balance: () =>
        Effect.orDie(
          CurrentCaller.use(({ owner }) =>
            Effect.map(finance.balance(owner), ({ account, balance, bonus }) => ({
              balance: account,
              net: balance,
              bonus
            }))
          )
        ),
      budget: ({ query: { id } }) =>
        orBudgetRefused(
          CurrentCaller.use(({ owner }) =>
            Effect.map(finance.budget(owner, id), (total) => ({ cash: 0, netting: 0, total }) as const)
          )
        ),
      topUp: Effect.fnUntraced(function* ({ payload, query: { id } }) {
        const { owner } = yield* CurrentCaller
        const { return: answers = false, sum, type = 0 } = payload
        const total = yield* finance.topUp(owner, id, { roubles: sum, source: sourceOf(type) })
        return answers ? { total } : undefined
      }, orTopUpRefused),
      costs: ({ query }) =>
        orPeriodRefused(
          CurrentCaller.use(({ owner }) => Effect.map(finance.costs(owner, query), (rows) => rows.map(costRow)))
        ),
      topUps: Effect.fnUntraced(function* ({ query }) {
        const { owner } = yield* CurrentCaller
        const rows = yield* finance.topUps(owner, periodOf(query, yield* Clock.currentTimeMillis))
        return rows.map(topUpRow)
      }, orPeriodRefused)
    })
  })
)
