/** The server side of every operation of the operator interface. */
import { Layer } from "effect"
import { EventsHandlers } from "./EventsHandlers.ts"
import { ResendsHandlers } from "./ResendsHandlers.ts"
import { ServicesHandlers } from "./ServicesHandlers.ts"
import { TokensHandlers } from "./TokensHandlers.ts"

export const operatorHandlersLayer = Layer.mergeAll(EventsHandlers, ResendsHandlers, TokensHandlers, ServicesHandlers)
