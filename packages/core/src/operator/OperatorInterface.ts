/**
 * The operator interface as a value, for hosts that mount it beside the seller API. It is one that they import, so that nothing
 * of it is loaded where it is not mounted.
 */
import { Redacted } from "effect"
import type { AnswerForSeller } from "./middleware/layers/SellerRoutingLayer.ts"
import * as OperatorRoutes from "./OperatorRoutes.ts"

export interface OperatorInterface {
  /** The key that a caller has to send. */
  readonly key: string
  /** Whether a request is for it, by its path. */
  isAsked(request: Request): boolean
  /** `answerForSeller`: where each seller's data is in a place of its own. */
  routes(answerForSeller?: AnswerForSeller): ReturnType<typeof OperatorRoutes.layer>
}

/**
 * The option `operator` of what runs the service. `key`: at least 32 characters, for those who may do all of it for every
 * seller.
 */
export const operatorInterface = ({ key }: Pick<OperatorInterface, "key">): OperatorInterface => ({
  key,
  isAsked: ({ url }) => /^\/(operator\/|metrics$)/.test(new URL(url).pathname),
  routes: (answerForSeller) => OperatorRoutes.layer({ key: Redacted.make(key), answerForSeller })
})
