/** A storage driver under test. */
import type { StoragePorts } from "@sellerkit/core"
import type { Layer } from "effect"

/**
 * `layer` gives an empty storage each time it is built, and takes its time from the Effect clock, so that tests can move
 * it.
 */
export interface StorageTarget {
  readonly name: string
  readonly layer: Layer.Layer<StoragePorts, unknown>
  /** Whether lanes are leased to dispatchers as events arrive for them, and further events join them. */
  readonly leasesOnArrival?: true
  /** The share of a suite's many trials that is run over this storage, where each trial takes long. When absent: all of them. */
  readonly trials?: number
}
