/** Makes links to the portal. */
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { consolePath } from "../consolePath.ts"
import { Sessions, type SessionsOptions } from "../session/Sessions.ts"
import { ConsoleOperatorApi } from "./PortalApi.ts"

/** Where the service is for whoever asks. */
const originOf = (request: HttpServerRequest.HttpServerRequest): string =>
  Option.match(HttpServerRequest.toURL(request), { onNone: () => "", onSome: ({ origin }) => origin })

const handlers = HttpApiBuilder.group(
  ConsoleOperatorApi,
  "portal",
  Effect.fn(function* (group) {
    const { link } = yield* Sessions
    return group.handleAll({
      open: Effect.fnUntraced(function* ({ params: { sellerId }, payload: { expiresIn, ...wanted }, request }) {
        const { expiresAt, token } = yield* link({ ...wanted, sellerId }, Duration.seconds(expiresIn))
        return {
          // What stands behind # stays in the browser: it gets into no log of a server or a proxy.
          url: `${originOf(request)}${yield* consolePath}/portal#${token}`,
          expiresAt: DateTime.makeUnsafe(expiresAt)
        }
      })
    })
  })
)

/** For the routes of the operator interface, beside its other handlers. */
export const portalHandlers = (options: SessionsOptions) => Layer.provide(handlers, Sessions.layer(options))
