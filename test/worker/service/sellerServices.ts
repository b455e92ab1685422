/** Sellers' services in Durable Objects in workerd, for one test file. */
import "./trustTestAuthority.ts"
import { SecretVault } from "@sellerkit/core"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import { type Activity, Eviction, keyRing, type RestingService, type RunningService } from "@sellerkit/testing/service"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { RemoteObject, remoteLayer } from "../bridge/remote.ts"
import { makeCrossing } from "../storagePorts.ts"
import { startWorkerd } from "../workerd.ts"
import { AlarmCutOff, restingServices, runningServices } from "./services.ts"

export interface SellerServices {
  /** Each time that it is built, an object of its own. */
  running(options: DispatcherOptions): Layer.Layer<Eviction | RunningService, unknown>
  readonly resting: Layer.Layer<RestingService, unknown>
  stop(): Promise<void>
}

const evictionLayer = Layer.effect(
  Eviction,
  Effect.gen(function* () {
    const { beginAnew } = yield* RemoteObject
    const { endWhenAlarmRings } = yield* AlarmCutOff
    return Eviction.of({ beginAnew, endWhenAlarmRings })
  })
)

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
        const remote = remoteLayer<Activity | AlarmCutOff | Exclude<RunningService, LocalService>>(
          object,
          makeCrossing,
          runningServices
        )
        return Layer.merge(Layer.provideMerge(evictionLayer, remote), secrets)
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
