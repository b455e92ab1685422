/** A seller's service as its object calls it. */
import type { WebApi } from "@sellerkit/core/http"
import { openSellerkit } from "@sellerkit/embed/portable"
import { ManagedRuntime } from "effect"
import type { Methods } from "../Methods.ts"
import type { ObjectStorage } from "../Platform.ts"
import { sellerLayer } from "./sellerLayer.ts"
import type { AnyWorkerOptions } from "../WorkerOptions.ts"

export interface Seller {
  readonly answer: WebApi["Service"]["handler"]
  readonly methods: Methods
  /** The alarm rings: does what is due, and sets the alarm for what comes next. */
  ring(): Promise<void>
}

export const openSeller = async (storage: ObjectStorage, options: AnyWorkerOptions): Promise<Seller> => {
  const { begin, following, layer, ring } = sellerLayer(storage, options, (await storage.getAlarm()) ?? undefined)
  const runtime = ManagedRuntime.make(layer)
  const { handler, route: _, ...methods } = await openSellerkit(runtime)
  begin()
  runtime.runFork(following)
  return { answer: handler, methods: methods as unknown as Methods, ring: () => runtime.runPromise(ring) }
}
