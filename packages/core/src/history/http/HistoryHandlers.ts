/** Each change history operation as one call of a service. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import { History } from "../History.ts"
import { HistoryApi, historyEntryView } from "./HistoryApi.ts"
import { orProblem } from "./historyProblems.ts"

export const HistoryHandlers = HttpApiBuilder.group(
  sellerApi(HistoryApi),
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
