/** How often it is looked for jobs: what they do is shown over every driver. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { JobIdleCheck, runJobs } from "../../../src/background/runJobs.ts"
import { deliveries } from "../../../src/deliveries/feature.ts"
import { DeliveryLog } from "../../../src/delivery/queue/DeliveryLog.ts"
import { DeliveryQueue } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { type Resend, ResendId } from "../../../src/delivery/resend/Resend.ts"
import { Resends } from "../../../src/delivery/resend/Resends.ts"
import { ResendStore } from "../../../src/delivery/resend/ResendStore.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { WebhookStore } from "../../../src/webhooks/WebhookStore.ts"
import { owner, uuid, webhook } from "../../fixtures.ts"

const epoch = DateTime.makeUnsafe(0)

const running: Resend = {
  id: ResendId.make(uuid(1)),
  owner: owner(),
  webhookId: WebhookId.make(uuid(2)),
  selection: { _tag: "Period", since: epoch, until: epoch, onlyFailed: false },
  eventsPerSecond: 1,
  state: "running",
  total: 2,
  examined: 1,
  resent: 1,
  alreadyWaiting: 0,
  createdAt: epoch,
  updatedAt: epoch
}

/** Counts looks. The first one makes a step of a job, if there is one. */
const looksAt = (first: Option.Option<Resend>) => {
  let looks = 0
  const layer = Layer.effectDiscard(runJobs(deliveries.jobs)).pipe(
    Layer.provideMerge(Resends.layer),
    Layer.provide([
      Layer.mock(ResendStore, {
        insert: () => Effect.succeed(running),
        step: () => Effect.sync(() => (++looks === 1 ? first : Option.none()))
      }),
      Layer.mock(DeliveryLog, {}),
      Layer.mock(DeliveryQueue, { lanes: () => Effect.succeed([]) }),
      Layer.mock(WebhookStore, { find: () => Effect.succeedSome(webhook(2)) }),
      SecureRandom.layerWebCrypto
    ])
  )
  return { layer, looks: () => looks }
}

describe("the runner of jobs", () => {
  it.effect("looks often for as long as a job may pause, and then no more than for one that begins", () => {
    const { layer, looks } = looksAt(Option.some(running))
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const often = looks()
      assert.isAtLeast(often, 20)
      yield* TestClock.adjust("10 seconds")
      assert.isAtMost(looks() - often, 11)
    }).pipe(Effect.provide(layer))
  })

  it.effect("looks where there is nothing only when a job begins here, once nobody else can have left one", () => {
    const { layer, looks } = looksAt(Option.none())
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      assert.strictEqual(looks(), 2, "another process may have gone on with one a moment ago")
      yield* TestClock.adjust("1 week")
      assert.strictEqual(looks(), 2)
      const resends = yield* Resends
      const { sandbox, sellerId } = owner()
      yield* resends.ofPeriod({ viewer: { sellerId, sandbox } }, running.webhookId, { since: epoch, onlyFailed: false })
      yield* TestClock.adjust(1)
      assert.strictEqual(looks(), 3)
    }).pipe(Effect.provide(layer), Effect.provideService(JobIdleCheck, Duration.infinity))
  })
})
