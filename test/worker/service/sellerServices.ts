/** Sellers' services in Durable Objects in workerd, for one test file. */
import "./trustTestAuthority.ts"
import { SecretVault } from "@sellerkit/core"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Activity } from "../../../packages/testing/src/scenarios/Activity.ts"
import {
  keyRing,
  type RestingService,
  type RunningService
} from "../../../packages/testing/src/scenarios/ServiceTarget.ts"
import { type RemoteObject, remoteLayer } from "../bridge/remote.ts"
import { makeCrossing } from "../storagePorts.ts"
import { startWorkerd, type Workerd } from "../workerd.ts"
import { type CutOff, restingServices, runningServices } from "./services.ts"

export interface SellerServices extends Pick<Workerd, "stop"> {
  /** Each time that it is built, an object of its own. */
  running(options: DispatcherOptions): Layer.Layer<CutOff | RemoteObject | RunningService, unknown>
  readonly resting: Layer.Layer<RestingService, unknown>
}

/** What a scenario seals and opens by itself. */
const secrets = Layer.provideMerge(SecretVault.layer(keyRing), SecureRandom.layerWebCrypto)

export const startSellerServices = async (): Promise<SellerServices> => {
  const { stop, url } = await startWorkerd("SellerServiceObject.ts", { SERVICES: "SellerServiceObject" })
  let objects = 0
  const newObject = () => new URL(`${objects++}`, url)
  return {
    running: (options) =>
      Layer.suspend(() => {
        const object = newObject()
        object.searchParams.set("options", JSON.stringify(makeCrossing().encode(options)))
        return Layer.merge(
          remoteLayer<Activity | CutOff | Exclude<RunningService, LocalService>>(object, makeCrossing, runningServices),
          secrets
        )
      }),
    resting: Layer.suspend(() =>
      Layer.merge(
        remoteLayer<Exclude<RestingService, LocalService>>(newObject(), makeCrossing, restingServices),
        secrets
      )
    ),
    stop
  }
}

type LocalService = SecretVault | SecureRandom.SecureRandom
