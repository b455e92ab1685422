/** The configuration values of the installation. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sellerApi } from "../../http/sellerApi.ts"
import { Configurations } from "../Configurations.ts"
import { ConfigurationApi } from "./ConfigurationApi.ts"

export const ConfigurationHandlers = HttpApiBuilder.group(sellerApi(ConfigurationApi), "configuration", (handlers) =>
  Effect.map(Configurations, ({ current }) => handlers.handleAll({ get: () => Effect.orDie(current) }))
)
