/** Each change history operation as one call of a service. */
import { Effect } from "effect"
import { CurrentCaller } from "../access/Access.ts"
import { group } from "../http/group.ts"
import { orProblem } from "../http/orProblem.ts"
import { SellerApi } from "../http/SellerApi.ts"
import { toPageRequest } from "../pagination/TimePage.ts"
import { History } from "./History.ts"
import { historyEntryView } from "./HistoryApi.ts"

export const HistoryHandlers = group(
  SellerApi,
  "history",
  Effect.fn(function* (handlers) {
    const history = yield* History
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { owner } = yield* CurrentCaller
        const { items, next, prev } = yield* history.page(owner, toPageRequest(query))
        return { history: items.map(historyEntryView), next, prev }
      }, orProblem),
      get: Effect.fnUntraced(function* ({ params }) {
        const { owner } = yield* CurrentCaller
        return historyEntryView(yield* history.get(owner, params.historyId))
      }, orProblem)
    })
  })
)
