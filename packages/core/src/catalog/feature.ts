/** The event types that there are. */
import { feature } from "../Feature.ts"
import { EventTypesHandlers } from "./http/EventTypesHandlers.ts"

export const catalog = feature({
  handlers: [EventTypesHandlers],
  services: [],
  jobs: [],
  limits: {},
  retention: {}
})
