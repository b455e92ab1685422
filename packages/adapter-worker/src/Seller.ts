/** A seller's service as its object calls it. */
import type { EventScope } from "@sellerkit/core"
import { openSellerkit, type Sellerkit } from "@sellerkit/embed/portable"
import { ManagedRuntime } from "effect"
import type { ObjectStorage } from "./Platform.ts"
import { sellerLayer } from "./sellerLayer.ts"
import type { AnyWorkerOptions } from "./WorkerOptions.ts"

type AnySellerkit = Sellerkit<ReadonlyArray<EventScope>>

export interface Seller extends Pick<AnySellerkit, "publish" | "revokeToken" | "webhooks"> {
  readonly answer: AnySellerkit["handler"]
  /** Does what is due, and sets the alarm for what comes next. */
  ring(): Promise<void>
}

export const openSeller = async (storage: ObjectStorage, options: AnyWorkerOptions): Promise<Seller> => {
  const { begin, layer, ring } = sellerLayer(storage, options, (await storage.getAlarm()) ?? undefined)
  const runtime = ManagedRuntime.make(layer)
  const { handler, publish, revokeToken, webhooks } = await openSellerkit(runtime)
  begin()
  return { answer: handler, publish, revokeToken, webhooks, ring: () => runtime.runPromise(ring) }
}
