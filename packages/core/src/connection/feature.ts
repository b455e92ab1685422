/** Whether the service can be reached with a token. */
import { feature } from "../Feature.ts"
import { ConnectionHandlers } from "./http/ConnectionHandlers.ts"
import { connectionLimits } from "./http/connectionLimits.ts"

export const connection = feature({
  handlers: [ConnectionHandlers],
  services: [],
  jobs: [],
  limits: connectionLimits,
  retention: {}
})
