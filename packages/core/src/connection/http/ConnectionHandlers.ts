/** Answers with the time of the service, in Moscow and in whole seconds. */
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sellerApi } from "../../http/sellerApi.ts"
import { moscowTime } from "../../time/MoscowTime.ts"
import { ConnectionApi } from "./ConnectionApi.ts"

export const ConnectionHandlers = HttpApiBuilder.group(sellerApi(ConnectionApi), "connection", (handlers) =>
  Effect.succeed(
    handlers.handleAll({
      ping: () =>
        Effect.map(Clock.currentTimeMillis, (now) => ({
          TS: moscowTime(now).replace(/\.\d+/, ""),
          Status: "OK" as const
        }))
    })
  )
)
