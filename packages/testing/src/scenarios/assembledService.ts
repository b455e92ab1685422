/** A service of a storage and a transport under test, with a dispatcher beside the test. */
import {
  AddressPolicy,
  defaultHeartbeatRule,
  HeartbeatRule,
  OwnRateBudgets,
  SecretVault,
  type Transport
} from "@sellerkit/core"
import { Dispatcher, DispatcherOnCall, DispatcherOptions } from "@sellerkit/core/delivery"
import { servicesLayer } from "@sellerkit/core/service"
import { Duration, Effect, Layer, Option } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { IpNetwork } from "effect/net"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { Activity } from "./Activity.ts"
import { Drain } from "./Drain.ts"
import { keyRing, receiversNetwork, type ServiceTarget } from "./ServiceTarget.ts"

export interface TransportTarget {
  readonly judges: "address" | "host"
  readonly name: string
  readonly layer: Layer.Layer<Transport>
}

const allowLoopback = Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe(receiversNetwork)] })

const domainLayer = (storage: StorageTarget, transport: TransportTarget) =>
  servicesLayer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        storage.layer,
        Layer.provide(transport.layer, allowLoopback),
        SecretVault.layer(keyRing),
        OwnRateBudgets.layer
      )
    ),
    Layer.provideMerge(Layer.provideMerge(Mac.layerWebCrypto, SecureRandom.layerWebCrypto))
  )

/** Years of simulated time pass at once. */
const oneHeartbeat = Layer.succeed(HeartbeatRule, { ...defaultHeartbeatRule, every: Duration.infinity })

const activityLayer = Layer.effect(
  Activity,
  Effect.gen(function* () {
    const dispatcher = yield* Dispatcher
    const look = Effect.gen(function* () {
      const before = yield* dispatcher.health
      if (!before.isIdle) return { inFlight: before.inFlight, isIdle: false, dueIn: Option.none() }
      const dueIn = yield* Effect.orDie(dispatcher.nextDue)
      const { inFlight, isIdle } = yield* dispatcher.health
      return { inFlight, isIdle: isIdle && inFlight === before.inFlight, dueIn }
    })
    return Activity.of({ look, awaitTime: () => Effect.void })
  })
)

const drainLayer = Layer.effect(
  Drain,
  Effect.map(DispatcherOnCall, ({ drainUntil }) => Drain.of({ all: drainUntil(Effect.never) }))
)

export const assembledService = (storage: StorageTarget, transport: TransportTarget): ServiceTarget => {
  const domain = domainLayer(storage, transport)
  return {
    name: `${storage.name}, ${transport.name}`,
    running: (options) =>
      activityLayer.pipe(
        Layer.provide(Dispatcher.layer),
        Layer.provide(Layer.merge(Layer.succeed(DispatcherOptions, options), oneHeartbeat)),
        Layer.provideMerge(domain)
      ),
    resting: drainLayer.pipe(Layer.provide(DispatcherOnCall.layer), Layer.provideMerge(domain))
  }
}
