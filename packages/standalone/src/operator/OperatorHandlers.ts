/** The server side of every operation of the operator interface. */
import { Layer } from "effect"
import { DeliveriesHandlers } from "./DeliveriesHandlers.ts"
import { EventsHandlers } from "./EventsHandlers.ts"
import { MetricsHandlers } from "./MetricsHandlers.ts"
import { ResendsHandlers } from "./ResendsHandlers.ts"
import { RetrySchedulesHandlers } from "./RetrySchedulesHandlers.ts"
import { SecretsHandlers } from "./SecretsHandlers.ts"
import { ServicesHandlers } from "./ServicesHandlers.ts"
import { TokensHandlers } from "./TokensHandlers.ts"
import { WebhooksHandlers } from "./WebhooksHandlers.ts"

export const operatorHandlersLayer = Layer.mergeAll(
  DeliveriesHandlers,
  EventsHandlers,
  MetricsHandlers,
  ResendsHandlers,
  RetrySchedulesHandlers,
  TokensHandlers,
  ServicesHandlers,
  SecretsHandlers,
  WebhooksHandlers
)
