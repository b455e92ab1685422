/** Whatever is thrown while a batch is sent, it comes to an outcome: an attempt that failed, is counted and backs off. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Layer, Logger, Tracer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { type Batch, DeliveryQueue, type Outcome } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { makeDeliver } from "../../../src/delivery/request/deliver.ts"
import { Signer } from "../../../src/delivery/request/Signer.ts"
import { documentedRetrySchedule, mostAttempts } from "../../../src/delivery/policy/RetrySchedule.ts"
import { RetrySchedules } from "../../../src/delivery/policy/RetrySchedules.ts"
import * as FetchTransport from "../../../src/transport/FetchTransport.ts"
import { StorageError } from "../../../src/storage/StorageError.ts"
import { type Reply, Transport, type TransportFailure } from "../../../src/transport/Transport.ts"
import { SecretVault } from "../../../src/webhooks/SecretVault.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { owner, pending, sealedSecret, uuid } from "../../fixtures.ts"

const batch = (attempts = 0, failures = attempts): Batch => ({
  lease: { owner: owner(), webhookId: WebhookId.make(uuid(1)), fence: 1 },
  url: "https://receiver.example/",
  secret: sealedSecret(),
  events: [pending(1, attempts), pending(2, attempts)],
  failures,
  announced: false,
  batchSize: 64,
  claimedAt: 0
})

const bug = new Error("a bug")

const throwBug = (): never => {
  throw bug
}

type Answer = () => Effect.Effect<Reply, TransportFailure>

const accepted: Answer = () => Effect.succeed({ status: 200 })

const sending = (post: Answer) => Layer.succeed(Transport, { judges: "host", post })

const fetching = (fetch: () => unknown) =>
  FetchTransport.layer.pipe(Layer.provide(Layer.succeed(FetchTransport.Fetch, fetch as typeof globalThis.fetch)))

const vault = Layer.provide(SecretVault.layer([]), SecureRandom.layerWebCrypto)

const webCryptoMac = Layer.provide(Mac.layerWebCrypto, SecureRandom.layerWebCrypto)

const brokenVault = (open: () => Effect.Effect<never>) =>
  Layer.effect(
    SecretVault,
    Effect.map(SecretVault, (whole) => SecretVault.of({ ...whole, open }))
  ).pipe(Layer.provide(vault))

interface World {
  readonly transport?: Layer.Layer<Transport>
  readonly secrets?: Layer.Layer<SecretVault>
  readonly mac?: Layer.Layer<Mac.Mac>
  readonly signer?: Signer
  readonly lanes?: () => Effect.Effect<never>
  readonly schedule?: RetrySchedules["Service"]["of"]
}

const documented = { schedule: documentedRetrySchedule, isOwn: false }

/** What becomes of a batch, and what is logged. */
const deliver = (sent: Batch, { lanes = throwBug, mac, schedule, secrets, signer, transport }: World) => {
  const logged: Array<unknown> = []
  const around = Layer.mergeAll(
    transport ?? sending(accepted),
    secrets ?? vault,
    mac ?? webCryptoMac,
    Layer.succeed(Signer, signer),
    SecureRandom.layerWebCrypto,
    Layer.mock(DeliveryQueue, { lanes }),
    Layer.mock(RetrySchedules, { of: schedule ?? (() => Effect.succeed(documented)) }),
    Logger.layer([Logger.make(({ message }) => void logged.push(...[message].flat()))])
  )
  return Effect.flatMap(makeDeliver, (deliver) => deliver(sent)).pipe(
    Effect.map((outcome) => ({ outcome, logged })),
    Effect.provide(around)
  )
}

const isBackedOff = ({ delivery, events, failures, wait }: Outcome, error: string): void => {
  assert.include({ success: delivery.success, error: delivery.error }, { success: false, error })
  assert.deepStrictEqual([failures, wait], [1, Duration.seconds(10)])
  for (const { verdict } of events) assert.deepStrictEqual(verdict, { _tag: "Retry", wait: Duration.seconds(10) })
}

const response = (change: PropertyDescriptorMap) => Object.defineProperties(new Response("ok"), change)
const body = (source: UnderlyingDefaultSource) => () => Promise.resolve(new Response(new ReadableStream(source)))

const notSent = "The request failed: the request could not be sent"

const defects: ReadonlyArray<readonly [step: string, world: World]> = [
  ["opening the secret throws", { secrets: brokenVault(throwBug) }],
  ["opening the secret dies", { secrets: brokenVault(() => Effect.die(bug)) }],
  ["signing throws", { mac: Layer.provide(Mac.layerWebCryptoWith({ hmac: throwBug }), SecureRandom.layerWebCrypto) }],
  ["the host's signer takes no key", { signer: throwBug }],
  ["the host's signer throws", { signer: () => throwBug }],
  ["the transport throws", { transport: sending(throwBug) }],
  ["the transport dies", { transport: sending(() => Effect.die(bug)) }],
  ["the transport dies of nothing at all", { transport: sending(() => Effect.die(undefined)) }]
]

const failures: ReadonlyArray<readonly [step: string, fetch: () => unknown]> = [
  ["fetch throws", throwBug],
  ["fetch is refused with nothing", () => Promise.reject(undefined)],
  ["fetch is refused with what cannot be looked at", () => Promise.reject(new Proxy({}, { get: throwBug }))],
  ["fetch answers nothing", () => Promise.resolve(undefined)],
  ["an answer's status throws", async () => response({ status: { get: throwBug } })],
  ["an answer's headers throw", async () => response({ headers: { get: throwBug } })]
]

const bodies: ReadonlyArray<readonly [step: string, fetch: () => unknown]> = [
  ["taking the body throws", async () => response({ body: { get: throwBug } })],
  ["reading the body throws", body({ pull: throwBug })],
  ["a piece of the body is none", body({ pull: (controller) => controller.enqueue(undefined) })],
  [
    "giving up the body throws",
    body({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)), cancel: throwBug })
  ]
]

describe("a batch", () => {
  it.effect.each(defects)("fails and backs off when %s, and that is logged", ([, world]) =>
    Effect.gen(function* () {
      const { logged, outcome } = yield* deliver(batch(), world)
      isBackedOff(outcome, notSent)
      assert.strictEqual(logged[0], "A request could not be sent")
    })
  )

  it.effect.each(failures)("fails and backs off when %s", ([, fetch]) =>
    Effect.gen(function* () {
      const { outcome } = yield* deliver(batch(), { transport: fetching(fetch) })
      assert.include(["The request failed", notSent], outcome.delivery.error)
      isBackedOff(outcome, outcome.delivery.error!)
    })
  )

  it.effect.each(bodies)("is delivered by its answer when %s", ([, fetch]) =>
    Effect.gen(function* () {
      const { outcome } = yield* deliver(batch(), { transport: fetching(fetch) })
      assert.deepInclude(outcome.delivery, { success: true, responseCode: 200 })
    })
  )

  it.effect.each(defects)("is dropped with its last attempt, although %s", ([, world]) =>
    Effect.gen(function* () {
      const { outcome } = yield* deliver(batch(mostAttempts(documentedRetrySchedule) - 1, 1), world)
      assert.deepStrictEqual(
        outcome.events.map(({ verdict }) => verdict._tag),
        ["Dropped", "Dropped"]
      )
    })
  )
})

const brokenSpan = (broken: "attribute" | "end") =>
  Tracer.make({ span: (options) => Object.assign(new Tracer.NativeSpan(options), { [broken]: throwBug }) })

const tracers: ReadonlyArray<readonly [what: string, tracer: Tracer.Tracer]> = [
  ["begin a span", Tracer.make({ span: throwBug })],
  ["say what it was", brokenSpan("attribute")],
  ["end a span", brokenSpan("end")]
]

const refused: Answer = () => Effect.succeed({ status: 500 })

const schedules: ReadonlyArray<readonly [how: string, schedule: World["schedule"], isLogged: boolean]> = [
  ["throws", throwBug, true],
  ["dies", () => Effect.die(bug), true],
  ["fails", () => Effect.fail(new StorageError({ operation: "get", retryable: true, cause: "away" })), false]
]

describe("a failed attempt", () => {
  it.effect("backs off as the seller's own schedule says", () =>
    Effect.gen(function* () {
      const own = { ...documentedRetrySchedule, firstWait: Duration.minutes(1), longestWait: Duration.minutes(3) }
      const world = { transport: sending(refused), schedule: () => Effect.succeed({ schedule: own, isOwn: true }) }
      const waits = [0, 1, 2, 3].map((failures) => deliver(batch(failures), world))
      assert.deepStrictEqual(
        (yield* Effect.all(waits)).map(({ outcome }) => Duration.toMinutes(outcome.wait)),
        [1, 2, 3, 3]
      )
    })
  )

  it.effect.each(schedules)("backs off as usual where looking up the seller's schedule %s", ([, schedule, isLogged]) =>
    Effect.gen(function* () {
      const { logged, outcome } = yield* deliver(batch(), { transport: sending(refused), schedule: schedule! })
      isBackedOff(outcome, "The receiver answered 500 instead of 200")
      const complaint = "A seller's retry schedule could not be read, and the usual one counted"
      assert.deepStrictEqual(logged.slice(0, 1), isLogged ? [complaint] : [])
    })
  )
})

describe("an attempt", () => {
  it.effect.each(tracers)("counts although the host's tracer cannot %s", ([, tracer]) =>
    Effect.gen(function* () {
      const { logged, outcome } = yield* Effect.withTracer(deliver(batch(), {}), tracer)
      assert.deepInclude(outcome.delivery, { success: true, responseCode: 200 })
      assert.strictEqual(logged[0], "An attempt to deliver could not be reported")
    })
  )

  it.effect("counts although what the host is to be told of it cannot be made", () =>
    Effect.gen(function* () {
      const complaint = "What the operator is to be told of a webhook could not be made"
      const failed = yield* deliver(batch(1, 9), { transport: sending(refused) })
      assert.deepInclude(failed.outcome, { failures: 10 })
      // It is tried again with the next failure.
      assert.isFalse(failed.outcome.announced)
      assert.strictEqual(failed.logged[0], complaint)
      const { logged, outcome } = yield* deliver({ ...batch(), announced: true }, {})
      assert.deepInclude(outcome.delivery, { success: true, responseCode: 200 })
      // It would be disabled as one that has never recovered.
      assert.isFalse(outcome.announced)
      assert.strictEqual(logged[0], complaint)
    })
  )

  it.effect("of a test event that fails lets the pause of its lane go on meanwhile", () =>
    Effect.gen(function* () {
      const paused = { ...batch(), pausedFor: Duration.minutes(1) }
      const slowly = (answer: Answer) => sending(() => Effect.andThen(TestClock.adjust("10 seconds"), answer()))
      const { outcome } = yield* deliver(paused, { transport: slowly(refused) })
      assert.deepStrictEqual(outcome.wait, Duration.seconds(50))
      const recovered = yield* deliver(paused, { transport: slowly(accepted) })
      assert.deepStrictEqual(recovered.outcome.wait, Duration.zero)
    })
  )

  it.effect("that is interrupted has no outcome", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(deliver(batch(), { transport: sending(() => Effect.interrupt) }))
      assert.isTrue(Exit.hasInterrupts(exit))
    })
  )
})
