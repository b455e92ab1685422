/** The service as one process of a crash scenario, over ports that are given. */
import { defaultHeartbeatRule, HeartbeatRule, OwnRateBudgets, RetentionInterval, SecretVault } from "@sellerkit/core"
import { AutoDisableRule, defaultDispatcherOptions, DispatcherOptions } from "@sellerkit/core/delivery"
import { backgroundLayer, JobIdleCheck, servicesLayer } from "@sellerkit/core/service"
import { Duration, Layer, Logger } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { createHmac } from "node:crypto"

/** Every run draws the same, and nothing waits for real time: HMAC is synchronous. For all processes of a scenario. */
export const makeCryptoLayer = (): Layer.Layer<Mac.Mac | SecureRandom.SecureRandom> => {
  let drawn = 0
  const bytes = (size: number) => Uint8Array.from({ length: size }, () => Math.imul(++drawn, 0x9e3779b1) >>> 24)
  return Layer.provideMerge(
    Mac.layerWebCryptoWith({ hmac: (hash, key, data) => createHmac(hash, key).update(data).digest() }),
    Layer.succeed(SecureRandom.SecureRandom, SecureRandom.make(bytes))
  )
}

// So that a day passes quickly.
const seldom = Duration.hours(6)

const optionsLayer = Layer.mergeAll(
  Layer.succeed(JobIdleCheck, seldom),
  Layer.succeed(RetentionInterval, seldom),
  Layer.succeed(HeartbeatRule, { ...defaultHeartbeatRule, every: seldom }),
  // Soon enough to happen within a scenario.
  Layer.succeed(AutoDisableRule, { gracePeriod: Duration.minutes(2), requests: 4 }),
  // Failures are what these scenarios are about.
  Logger.layer([])
)

const dispatcherOptions: DispatcherOptions = {
  ...defaultDispatcherOptions,
  idleCheck: seldom,
  // Too short for slow receivers, so that something is given back.
  stopWithin: Duration.seconds(2)
}

export const processLayer = (eventsPerRequest: number) =>
  backgroundLayer.pipe(
    Layer.provideMerge(servicesLayer),
    // Encryption would wait for real time.
    Layer.provide(SecretVault.layer([])),
    Layer.provide(OwnRateBudgets.layer),
    Layer.provide(optionsLayer),
    Layer.provide(Layer.succeed(DispatcherOptions, { ...dispatcherOptions, eventsPerBatch: eventsPerRequest }))
  )
