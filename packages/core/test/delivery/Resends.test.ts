/** How often it is looked for jobs: what they do is shown over every driver. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { jobs } from "../../src/background/jobs.ts"
import { runJobs } from "../../src/background/runJobs.ts"
import { DeliveryLog } from "../../src/delivery/DeliveryLog.ts"
import { DeliveryQueue } from "../../src/delivery/DeliveryQueue.ts"
import { type Resend, ResendId } from "../../src/delivery/Resend.ts"
import { Resends } from "../../src/delivery/Resends.ts"
import { ResendStore } from "../../src/delivery/ResendStore.ts"
import { RetentionStore } from "../../src/retention/RetentionStore.ts"
import { WebhookId } from "../../src/webhooks/Webhook.ts"
import { WebhookStore } from "../../src/webhooks/WebhookStore.ts"
import { owner, uuid } from "../fixtures.ts"

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

/** Counts looks. The first one makes a step of a job. */
const jobThatEndsElsewhere = () => {
  let looks = 0
  const layer = Layer.effectDiscard(runJobs(jobs)).pipe(
    Layer.provide(Resends.layer),
    Layer.provide([
      Layer.mock(ResendStore, {
        step: () => Effect.sync(() => (++looks === 1 ? Option.some(running) : Option.none()))
      }),
      Layer.mock(RetentionStore, { remove: () => Effect.succeed(0) }),
      Layer.mock(DeliveryLog, {}),
      Layer.mock(DeliveryQueue, {}),
      Layer.mock(WebhookStore, {}),
      SecureRandom.layerWebCrypto
    ])
  )
  return { layer, looks: () => looks }
}

describe("the runner of jobs", () => {
  it.effect("looks often for as long as a job may pause, and then no more than for one that begins", () => {
    const { layer, looks } = jobThatEndsElsewhere()
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const often = looks()
      assert.isAtLeast(often, 20)
      yield* TestClock.adjust("10 seconds")
      assert.isAtMost(looks() - often, 11)
    }).pipe(Effect.provide(layer))
  })
})
