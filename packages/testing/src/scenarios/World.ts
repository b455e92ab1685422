/** A whole service under simulated time: storage and transport under test, real receivers, a dispatcher that runs. */
import {
  AddressPolicy,
  type Deliveries,
  DeliveryQueue,
  type Events,
  type History,
  type OperationalEvents,
  type RateBudget,
  type SecretReencryption,
  SecretVault,
  servicesLayer,
  type Transport,
  type UrlCheck,
  type Webhooks
} from "@sellerkit/core"
import { defaultDispatcherOptions, Dispatcher, DispatcherOptions } from "@sellerkit/core/delivery"
import { Clock, Context, Duration, Effect, Layer, Option, Scope } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { IpNetwork } from "effect/net"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import type { StoragePorts } from "@sellerkit/core"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { secretKey } from "../fixtures.ts"
import { makeRawReceiver, type RawReceiver, type Script } from "./RawReceiver.ts"
import { makeReceiver, type Receiver, type ReceiverOptions } from "./Receiver.ts"

export interface TransportTarget {
  readonly name: string
  readonly layer: Layer.Layer<Transport>
}

/** Receivers of a scenario, and the time they and the service live in. */
export class World extends Context.Service<
  World,
  {
    receiver(options?: ReceiverOptions): Effect.Effect<Receiver>
    rawReceiver(script: Script, options?: ReceiverOptions): Effect.Effect<RawReceiver>
    /** Waits, in real time, until nothing more can happen at this simulated time. */
    readonly settled: Effect.Effect<void>
    /** Lets simulated time pass; everything on the way happens at its own time. */
    advance(duration: Duration.Input): Effect.Effect<void>
  }
>()("@sellerkit/testing/scenarios/World") {}

// A request is given up one millisecond after the ten seconds it has.
const deadline = 10_001

const live = TestClock.withLive

const makeWorld = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const queue = yield* DeliveryQueue
  const dispatcher = yield* Dispatcher
  const { concurrency } = yield* DispatcherOptions
  const receivers: Array<Pick<Receiver, "held">> = []
  const heldRequests = () => receivers.flatMap(({ held }) => [...held])

  /** Of the lanes that the dispatcher may claim now. */
  const nextDue = Effect.flatMap(dispatcher.health, ({ fullAccounts, inFlight }) =>
    inFlight >= concurrency ? Effect.succeedNone : Effect.orDie(queue.nextDue(fullAccounts))
  )

  /** Everything in flight is waiting for the clock, and nothing else is due. */
  const isQuiet = Effect.gen(function* () {
    const isWaiting = Effect.map(
      dispatcher.health,
      ({ inFlight, isAtRest }) => isAtRest && inFlight === heldRequests().length
    )
    if (!(yield* isWaiting)) return false
    const due = yield* nextDue
    if (!(yield* isWaiting)) return false
    return Option.isNone(due) || Duration.isGreaterThan(due.value, Duration.zero)
  })

  const settled = Effect.gen(function* () {
    let quiet = 0
    const until = (yield* live(Clock.currentTimeMillis)) + 10_000
    while (quiet < 3) {
      yield* live(Effect.sleep(1))
      quiet = (yield* isQuiet) ? quiet + 1 : 0
      if ((yield* live(Clock.currentTimeMillis)) > until)
        return yield* Effect.die(new Error("The service does not settle"))
    }
  })

  /** How long until the next thing happens by the clock; at most `longest`. */
  const untilNext = Effect.fnUntraced(function* (now: number, longest: number) {
    const due = yield* nextDue
    const answers = heldRequests().map(({ answerAt, at }) => Math.min(at + deadline, answerAt ?? at + deadline) - now)
    const dueIn = Option.isSome(due) ? [Duration.toMillis(due.value)] : []
    return Math.max(1, Math.min(longest, ...dueIn, ...answers))
  })

  const known = <R extends Pick<Receiver, "held">>(made: Effect.Effect<R, never, Scope.Scope>) =>
    made.pipe(
      Scope.provide(scope),
      Effect.tap((receiver) => Effect.sync(() => receivers.push(receiver)))
    )

  return World.of({
    receiver: (options) => known(makeReceiver(options)),
    rawReceiver: (script, options) => known(makeRawReceiver(script, options)),
    settled,
    advance: Effect.fnUntraced(function* (duration) {
      const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.fromInputUnsafe(duration))
      for (;;) {
        yield* settled
        const now = yield* Clock.currentTimeMillis
        if (now >= end) return
        yield* TestClock.adjust(yield* untilNext(now, end - now))
      }
    })
  })
})

/** Receivers of scenarios are on this machine. */
const allowLoopback = Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] })

/** Nothing happens unless a scenario makes it happen: no looking for work without a reason, no waiting at the end. */
const quietOptions: DispatcherOptions = {
  ...defaultDispatcherOptions,
  idleCheck: Duration.infinity,
  stopWithin: Duration.zero
}

/** What the service seals secrets with, and what it did so with before. */
export const keyRing = [secretKey("newest"), secretKey("older")]

export type RestingServices =
  | Deliveries
  | Events
  | History
  | Mac.Mac
  | OperationalEvents
  | StoragePorts
  | RateBudget
  | SecretReencryption
  | SecretVault
  | SecureRandom.SecureRandom
  | Transport
  | UrlCheck
  | Webhooks

/** The service without a dispatcher: nothing is sent unless a test drains it. */
export const restingLayer = (
  storage: StorageTarget,
  transport: TransportTarget
): Layer.Layer<RestingServices, unknown> =>
  servicesLayer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        storage.layer,
        Layer.provide(transport.layer, allowLoopback),
        SecretVault.layer(keyRing),
        RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
      )
    ),
    Layer.provideMerge(Layer.provideMerge(Mac.layerWebCrypto, SecureRandom.layerWebCrypto))
  )

export type WorldServices = Dispatcher | RestingServices | World

export const worldLayer = (
  storage: StorageTarget,
  transport: TransportTarget,
  options: Partial<DispatcherOptions> = {}
): Layer.Layer<WorldServices, unknown> =>
  Layer.effect(World, makeWorld).pipe(
    Layer.provideMerge(Dispatcher.layer),
    Layer.provide(Layer.succeed(DispatcherOptions, { ...quietOptions, ...options })),
    Layer.provideMerge(restingLayer(storage, transport))
  )
