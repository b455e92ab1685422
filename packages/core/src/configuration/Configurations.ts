/** The configuration values that hold: those that the marketplace's own side has put in, or those of the installation. */
import { Context, Effect, Layer, Option } from "effect"
import { operationsAccount } from "../access/operationsAccount.ts"
import { collection } from "../records/Collection.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { Configuration, CurrentConfiguration } from "./Configuration.ts"

const key = ["configuration"]

/** There is one, and it belongs to no seller. */
const configurations = collection("configuration", { schema: Configuration, key: () => key, indexes: {} })

export class Configurations extends Context.Service<
  Configurations,
  {
    /** Asked for each operation: another process may have changed it. */
    readonly current: Effect.Effect<Configuration, StorageError>
    /** Replaces all values. */
    put(configuration: Configuration): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/core/configuration/Configurations") {
  static readonly layer: Layer.Layer<Configurations, never, Records> = Layer.effect(
    Configurations,
    Effect.zipWith(Records, CurrentConfiguration, (records, ofInstallation) =>
      Configurations.of({
        current: Effect.map(
          records.find(operationsAccount, Lookup.one(configurations, key)),
          Option.getOrElse(() => ofInstallation)
        ),
        put: Effect.fn("Configurations.put")((configuration) =>
          records.write(operationsAccount, [put(configurations, configuration)])
        )
      })
    )
  )
}
