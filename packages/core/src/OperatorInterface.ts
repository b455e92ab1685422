/**
 * The operator interface with the handlers of all features, as routes, and as a value for hosts that mount it beside the seller API.
 * Hosts import that value, so that nothing of it is loaded where it is not mounted.
 */
import { Layer, Redacted } from "effect"
import { accessOperatorHandlers } from "./access/operator/accessOperatorHandlers.ts"
import { campaignOperatorHandlers } from "./campaigns/operator/campaignOperatorHandlers.ts"
import { configurationOperatorHandlers } from "./configuration/operator/configurationOperatorHandlers.ts"
import { deliveryOperatorHandlers } from "./deliveries/operator/deliveryOperatorHandlers.ts"
import { WebhookSearch } from "./deliveries/WebhookSearch.ts"
import { dispatcherOperatorHandlers } from "./dispatchers/operator/dispatcherOperatorHandlers.ts"
import { EventSearch } from "./events/EventSearch.ts"
import { eventOperatorHandlers } from "./events/operator/eventOperatorHandlers.ts"
import { fundsOperatorHandlers } from "./finance/operator/fundsOperatorHandlers.ts"
import { mediaOperatorHandlers } from "./media/operator/mediaOperatorHandlers.ts"
import { operatorDocument } from "./operator/description/operatorDocument.ts"
import type { AnswerForSeller } from "./operator/AnswerForSeller.ts"
import * as OperatorRoutes from "./operator/OperatorRoutes.ts"
import { OperatorApi } from "./OperatorApi.ts"
import { productOperatorHandlers } from "./products/operator/productOperatorHandlers.ts"
import { reportOperatorHandlers } from "./reports/operator/reportOperatorHandlers.ts"
import { statisticsOperatorHandlers } from "./statistics/operator/statisticsOperatorHandlers.ts"
import { webhookOperatorHandlers } from "./webhooks/operator/webhookOperatorHandlers.ts"

/** What the operator alone asks for: it is not loaded where the interface is not mounted. */
const ofOperator = Layer.merge(EventSearch.layer, WebhookSearch.layer)

/** The server side of every operation but the metrics. */
export const operatorHandlersLayer = Layer.mergeAll(
  eventOperatorHandlers,
  ...webhookOperatorHandlers,
  ...deliveryOperatorHandlers,
  ...accessOperatorHandlers,
  dispatcherOperatorHandlers,
  productOperatorHandlers,
  fundsOperatorHandlers,
  campaignOperatorHandlers,
  statisticsOperatorHandlers,
  mediaOperatorHandlers,
  reportOperatorHandlers,
  configurationOperatorHandlers
).pipe(Layer.provide(ofOperator))

/** The whole interface, as routes. */
export const operatorRoutes = (options: OperatorRoutes.OperatorRoutesOptions) =>
  OperatorRoutes.layer(OperatorApi, operatorHandlersLayer, operatorDocument(OperatorApi), options)

export interface OperatorInterface {
  /** The key that a caller has to send. */
  readonly key: string
  /** Whether a request is for this interface, by its path. */
  isAsked(request: Request): boolean
  /** `answerForSeller`: where each seller's data is in a place of its own. */
  routes(answerForSeller?: AnswerForSeller): ReturnType<typeof operatorRoutes>
}

/**
 * The option `operator` of programs that run the service. `key`: at least 32 characters. Callers that send it may use every
 * operation for every seller.
 */
export const operatorInterface = ({ key }: Pick<OperatorInterface, "key">): OperatorInterface => ({
  key,
  isAsked: ({ url }) => /^\/(operator\/|metrics$)/.test(new URL(url).pathname),
  routes: (answerForSeller) => operatorRoutes({ key: Redacted.make(key), answerForSeller })
})
