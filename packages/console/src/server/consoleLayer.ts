/** The console as routes of a service, beside its operator interface and the seller API. */
import type { AnswerForSeller } from "@sellerkit/core/operator"
import { type Clock, Layer, type Redacted } from "effect"
import { Activity } from "./activity/Activity.ts"
import { activityRoutes } from "./activity/activityRoutes.ts"
import { appRoutes } from "./appRoutes.ts"
import { Following } from "./gateway/Following.ts"
import { gatewayLayer } from "./gateway/gateway.ts"
import type { Features } from "./session/Session.ts"
import { sessionRoutes } from "./session/sessionRoutes.ts"
import { Sessions } from "./session/Sessions.ts"

export interface ConsoleOptions {
  /** What opens a session of the operator, and what the operator interface asks for. */
  readonly operatorKey: Redacted.Redacted
  readonly features: Features
  /** Origins whose pages may show a portal in a frame, such as `https://seller.example`. */
  readonly frameAncestors: ReadonlyArray<string>
  /** Whether a browser that asks for the service itself is led to the console. */
  readonly isHome: boolean
  /** For data of each seller in a place of its own. When absent, all data is here. */
  readonly answerForSeller?: AnswerForSeller | undefined
  /** Of sessions. That of the service, when absent. */
  readonly clock?: Clock.Clock | undefined
}

/**
 * `/console` and what is below it. Sessions act for sellers by `HostAuthentication`, so the service's `Tokens` have to know it
 * (`hostCallersLayer`).
 */
export const consoleLayer = (options: ConsoleOptions) =>
  Layer.mergeAll(
    appRoutes(options),
    sessionRoutes(options),
    options.features.live ? Layer.provide(activityRoutes, Activity.layer(options.clock)) : Layer.empty,
    gatewayLayer(options)
  ).pipe(Layer.provide([Sessions.layer(options), Following.layer(options.clock)]))
