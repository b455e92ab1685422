/** The options of a Worker as far as they concern the code in front of the sellers' objects. */
import { type StoragePorts, storagePorts } from "@sellerkit/core"
import { type CheckedOptions, checkOptions } from "@sellerkit/embed/portable"
import { type Context, Effect, Layer } from "effect"
import { type AnyWorkerOptions, ofWorkers } from "../WorkerOptions.ts"

const ports: ReadonlyArray<Context.Key<StoragePorts, object>> = storagePorts

/** Sellers' data are not here. What asks for them is refused before. */
const noStorage = ports.map((port) => Layer.mock(port, {})).reduce((all, port) => Layer.merge(all, port))

/** Throws what is wrong with them. */
export const checkedWithoutData = (options: AnyWorkerOptions): CheckedOptions =>
  Effect.runSync(checkOptions({ ...options, storage: noStorage }, ofWorkers))
