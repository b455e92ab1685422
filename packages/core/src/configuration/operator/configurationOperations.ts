/** Each operation on configuration values as one call of the service. */
import { Effect } from "effect"
import type { Asked } from "../../operator/Asked.ts"
import { Configurations } from "../Configurations.ts"
import type { OperatorConfigurationApi } from "./OperatorConfigurationApi.ts"

export const configurationOperations = Effect.map(Configurations, (configurations) => ({
  get: (_: Asked<typeof OperatorConfigurationApi, "get">) => configurations.current,
  put: ({ payload }: Asked<typeof OperatorConfigurationApi, "put">) => configurations.put(payload)
}))
