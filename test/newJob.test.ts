/** One line in the list of jobs is all that a new one takes: whatever runs jobs runs it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { postgresWorker } from "@sellerkit/adapter-worker/postgres"
import { Campaigns, MediaCampaigns, Records, Resends, RetentionStore } from "@sellerkit/core"
import { makeBackgroundPass, recordWork } from "@sellerkit/core/service"
import { createSellerkit } from "@sellerkit/embed"
import { Sandbox } from "@sellerkit/sandbox"
import { dispatcherLayer } from "@sellerkit/standalone"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, Record } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { doneAt, nextTime } from "./fixtures/newJob.ts"
import { settings } from "./fixtures/serviceSettings.ts"

// In place of the file that lists them.
vi.mock("../packages/core/src/service/jobs.ts", async (original) => {
  const { jobs } = await original<{ readonly jobs: ReadonlyArray<unknown> }>()
  const { Duration } = await import("effect")
  const { step } = await import("./fixtures/newJob.ts")
  return {
    jobs: [
      ...jobs,
      // The line.
      { name: "news", step, problem: "There could be no news; it is tried again", retryAfter: Duration.seconds(1) }
    ]
  }
})

const inMemory = { storage: MemoryStorage.layer, log: () => {} }

const hour = Duration.toMillis(Duration.hours(1))

describe("a new job, in one line", () => {
  beforeEach(() => {
    doneAt.length = 0
  })

  it("is done in a process of the host's", async () => {
    const done = nextTime()
    const sellerkit = await createSellerkit(inMemory)
    await done
    await sellerkit.close()
    assert.lengthOf(doneAt, 1)
  })

  it("is left to others where the host does so with delivery", async () => {
    const sellerkit = await createSellerkit({ ...inMemory, dispatcher: false })
    await sellerkit.close()
    assert.isEmpty(doneAt)
  })

  it.live("is done by a process that only delivers", () =>
    Effect.gen(function* () {
      const done = nextTime()
      yield* Layer.build(dispatcherLayer(settings))
      yield* Effect.promise(() => done)
      assert.lengthOf(doneAt, 1)
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Logger.layer([])]))
  )

  it("is done whenever it is due under simulated time, in weeks that take a moment", async () => {
    const startsAt = Date.parse("2026-01-15T09:00:00Z")
    await using seller = await Sandbox.start({ startsAt })
    await seller.advance("2 weeks")
    assert.deepStrictEqual(
      doneAt,
      Array.from({ length: 14 * 24 + 1 }, (_, hours) => startsAt + hours * hour)
    )
  })

  it("is done by a cron trigger's call, when it is due", async () => {
    const { scheduled } = postgresWorker(() => ({
      storage: () => ({ layer: MemoryStorage.layer, during: (work) => work }),
      log: () => {}
    }))
    const env = {}
    await scheduled(undefined, env)
    await scheduled(undefined, env)
    assert.lengthOf(doneAt, 1, "the second call comes too soon")
  })

  it.effect("is what a seller's alarm rings for, although the storage of its object knows nothing of it", () => {
    const { nextDue, run } = makeBackgroundPass({
      deliver: Effect.void,
      steps: 1,
      within: "1 minute",
      knownWork: () => ({ ...Record.map(recordWork.due, () => null), delivery: null, resends: null, retention: null })
    })
    return Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      assert.strictEqual(nextDue(), 0)
      yield* run
      assert.deepStrictEqual([doneAt, nextDue()], [[1000], 1000 + hour])
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          Layer.mock(Records, {}),
          Layer.mock(Campaigns, {}),
          Layer.mock(MediaCampaigns, {}),
          Layer.mock(Resends, {}),
          Layer.mock(RetentionStore, {})
        )
      )
    )
  })
})
