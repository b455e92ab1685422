/** The change log of the installation. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sellerApi } from "../../http/sellerApi.ts"
import { startOfDay } from "../../time/MoscowTime.ts"
import { newestFirst, sentenceOf, startOf } from "../ApiChange.ts"
import { ChangeLog } from "../changeLog.ts"
import { ChangeLogApi } from "./ChangeLogApi.ts"

export const ChangeLogHandlers = HttpApiBuilder.group(sellerApi(ChangeLogApi), "changeLog", (handlers) =>
  Effect.map(ChangeLog, (table) => {
    const changes = newestFirst(table).map((change) => ({ ...change, summary: sentenceOf(change) }))
    return handlers.handleAll({
      list: ({ query: { since } }) =>
        Effect.succeed({
          changes: since === undefined ? changes : changes.filter(({ on }) => startOf(on) >= startOfDay(since))
        })
    })
  })
)
