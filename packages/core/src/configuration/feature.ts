/** What the marketplace configures for campaigns. */
import { feature } from "../Feature.ts"
import { Configurations } from "./Configurations.ts"
import { configurationLimits } from "./http/configurationLimits.ts"
import { ConfigurationHandlers } from "./http/ConfigurationHandlers.ts"

export const configuration = feature({
  handlers: [ConfigurationHandlers],
  services: [Configurations.layer],
  jobs: [],
  limits: configurationLimits,
  retention: {}
})
