/** A seller's service as its object calls it. */
import type { EventScope } from "@sellerkit/core"
import { openSellerkit, type Sellerkit } from "@sellerkit/embed/portable"
import { ManagedRuntime } from "effect"
import type { ObjectStorage } from "./Platform.ts"
import { sellerLayer } from "./sellerLayer.ts"
import type { AnyWorkerOptions } from "./WorkerOptions.ts"

type AnySellerkit = Sellerkit<ReadonlyArray<EventScope>>

export interface Seller extends Omit<AnySellerkit, "close" | "handler" | "issueToken" | "route"> {
  readonly answer: AnySellerkit["handler"]
  /** Does what is due, and sets the alarm for what comes next. */
  ring(): Promise<void>
}

export const openSeller = async (storage: ObjectStorage, options: AnyWorkerOptions): Promise<Seller> => {
  const { begin, layer, ring } = sellerLayer(storage, options, (await storage.getAlarm()) ?? undefined)
  const runtime = ManagedRuntime.make(layer)
  const { handler, ...sellerkit } = await openSellerkit(runtime)
  begin()
  return { ...sellerkit, answer: handler, ring: () => runtime.runPromise(ring) }
}
