/** The operator interface and the console as a value, for hosts that mount both: it stands in place of `operatorInterface`. */
import {
  type AnswerForSeller,
  operatorHandlersLayer,
  type OperatorInterface,
  operatorInterface,
  OperatorRoutes
} from "@sellerkit/core/operator"
import { Layer, Redacted } from "effect"
import type { AppFiles } from "./AppFiles.ts"
import { Attempts, makeAttempts } from "./session/Attempts.ts"
import { consoleLayer } from "./consoleLayer.ts"
import { isOrigin } from "./isOrigin.ts"
import { ConsoleOperatorApi, consoleOperatorDocument } from "./portal/PortalApi.ts"
import { portalHandlers } from "./portal/PortalHandlers.ts"

export interface OperatorConsoleOptions {
  /** At least 32 characters: what opens a session of the operator, and what the operator interface asks for. */
  readonly key: string
  /** Origins whose pages may show a portal in a frame, such as `https://seller.example`; none, when absent. */
  readonly frameAncestors?: ReadonlyArray<string> | undefined
  /** Whether tokens of the seller API are made here; yes, when absent. */
  readonly makesTokens?: boolean | undefined
}

/** What the console runs on. */
export interface ConsolePlatform {
  /** Where the files of the application are. */
  readonly files: Layer.Layer<AppFiles>
  /** Whether a process outlives its requests and learns of readers that hang up: it then tells what goes on. */
  readonly live: boolean
}

/** Throws where an origin is none: a policy with it would allow nothing, or too much. */
export const makeOperatorConsole =
  ({ files, live }: ConsolePlatform) =>
  ({ frameAncestors = [], key, makesTokens = true }: OperatorConsoleOptions): OperatorInterface => {
    const wrong = frameAncestors.find((text) => !isOrigin(text))
    if (wrong !== undefined) throw new TypeError(`frameAncestors: ${wrong} is no origin such as https://seller.example`)
    const operatorKey = Redacted.make(key)
    const { isAsked } = operatorInterface({ key })
    // One for all services of this console: where each request has a service of its own, each would count from nothing.
    const attempts = Layer.succeed(Attempts, makeAttempts())
    return {
      key,
      isAsked: (request) => isAsked(request) || /^\/console(\/|$)/.test(new URL(request.url).pathname),
      routes: (answerForSeller?: AnswerForSeller) => {
        const features = {
          clock: false,
          tokens: makesTokens,
          everySeller: answerForSeller === undefined,
          live
        }
        return Layer.merge(
          OperatorRoutes.layer(
            ConsoleOperatorApi,
            Layer.merge(operatorHandlersLayer, portalHandlers({ operatorKey })),
            consoleOperatorDocument,
            { key: operatorKey, answerForSeller }
          ),
          Layer.provide(consoleLayer({ operatorKey, features, frameAncestors, isHome: false, answerForSeller }), [
            files,
            attempts
          ])
        )
      }
    }
  }
