/** What a storage that outlives its process still knows when the next process opens it. */
import { assert, describe, it } from "@effect/vitest"
import {
  DispatcherId,
  DispatcherStore,
  type NewResend,
  publish as announce,
  put,
  Records,
  remove,
  type Resend,
  ResendId,
  ResendStore,
  RevokedTokens,
  type StoragePorts
} from "@sellerkit/core"
import { Duration, Effect, Layer, Option, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, newEvent, owner, uuid, webhook } from "../fixtures.ts"
import { claim, claimOne, fateOf, laneOf, lanesIn, nextDue, numbersIn, settle } from "./queue/queueSteps.ts"
import { campaign, campaigns, idsIn, write } from "./records/recordSteps.ts"
import { delivered, failed, insertWebhook, publish } from "./seed.ts"
import { type StorageServices, withServices } from "./storageTest.ts"

/** A storage driver that keeps what it is given. */
export interface DurableStorageTarget {
  readonly name: string
  /**
   * A storage of its own, empty at first and kept until the scope closes. Each time that its layer is built, the storage is
   * opened again, and closed with that layer's scope; time comes from the Effect clock.
   */
  readonly make: Effect.Effect<Layer.Layer<StoragePorts, unknown>, never, Scope.Scope>
  /** Whether other processes may use it at the same time, which would still have what was leased. */
  readonly isShared: boolean
}

const job: NewResend = {
  id: ResendId.make(uuid(700)),
  owner: owner(),
  webhookId: webhook(1).id,
  selection: { _tag: "Period", since: at(0), until: at(1_000_000), onlyFailed: false },
  eventsPerSecond: 10,
  createdAt: at(0)
}

const dispatcher = { id: DispatcherId.make(uuid(1)), name: "host-1:4711" }

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index + 1)

const step = Effect.flatMap(ResendStore, (resends) => resends.step(1000))

const progressOf = (found: Option.Option<Resend>) =>
  Option.getOrUndefined(Option.map(found, ({ examined, resent, state, total }) => [state, total, examined, resent]))

export const durableStorageSuite = (target: DurableStorageTarget): void => {
  describe(`Opened anew: ${target.name}`, () => {
    /** One step after the other, each by a process of its own. */
    const test = (title: string, ...processes: ReadonlyArray<Effect.Effect<void, unknown, StorageServices>>): void =>
      it.effect(title, () =>
        Effect.gen(function* () {
          const layer = yield* target.make
          for (const process of processes) yield* Effect.provide(process, Layer.fresh(withServices(layer)))
        }).pipe(Effect.scoped)
      )

    test(
      "it goes on with a job that sends events again, where that was",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish(numbers(25))
        yield* settle(delivered((yield* claimOne)!, 900))
        yield* (yield* ResendStore).insert(job, entry(800, { action: "resendEvents" }))
        assert.deepStrictEqual(progressOf(yield* step), ["running", 25, 10, 10])
      }),
      Effect.gen(function* () {
        const resends = yield* ResendStore
        assert.deepStrictEqual(progressOf(yield* resends.get(account(), job.id)), ["running", 25, 10, 10])
        assert.deepStrictEqual(progressOf(yield* step), undefined, "no sooner than it may")
        assert.deepStrictEqual(numbersIn(yield* claimOne), numbers(10))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(progressOf(yield* step), ["running", 25, 20, 20])
      }),
      Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(progressOf(yield* step), ["finished", 25, 25, 25])
      }),
      Effect.gen(function* () {
        assert.deepStrictEqual(progressOf(yield* step), undefined)
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), numbers(25), "what was claimed and not settled as well")
      })
    )

    test(
      "it knows what has failed how often, and until when nothing is sent",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(failed((yield* claimOne)!, 900))
      }),
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* fateOf(1), {
          webhookId: webhook(1).id,
          fate: "pending",
          attempts: 1,
          nextAttemptAt: at(10_000)
        })
        assert.strictEqual((yield* laneOf(webhook(1)))!.failures, 1)
        assert.deepStrictEqual([yield* nextDue, yield* claim()], [10_000, []])
        yield* TestClock.adjust("10 seconds")
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(
          batch.events.map(({ attempts }) => attempts),
          [1]
        )
        yield* settle(delivered(batch, 901))
      }),
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: webhook(1).id, fate: "delivered", attempts: 2 })
        assert.strictEqual((yield* laneOf(webhook(1)))!.failures, 0)
      })
    )

    test(
      "it numbers claims on, so that a process from before cannot undo what its successor does",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        assert.strictEqual((yield* claimOne)!.lease.fence, 1)
      }),
      Effect.gen(function* () {
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* claimOne)!.lease.fence, 2)
      })
    )

    const lanesClaimed = Effect.map(claim(), (batches) => lanesIn(batches).toSorted())

    test(
      target.isShared
        ? "what was being sent waits until its lease has run out"
        : "what was being sent is due at once, and a pause goes on",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(failed((yield* claimOne)!, 900))
        yield* insertWebhook(webhook(2))
        yield* publish([2])
        assert.deepStrictEqual(yield* lanesClaimed, [webhook(2).id])
      }),
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* lanesClaimed, target.isShared ? [] : [webhook(2).id])
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* lanesClaimed, [webhook(1).id, webhook(2).id])
      })
    )

    test(
      "it has the records that were written, where they stand, and the events that were published with them",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const ended = { status: "ended", appliesAt: at(20), endedAt: at(5) }
        yield* write([
          ...["a", "b", "c"].map((id) => put(campaigns, campaign(id, ended))),
          put(campaigns, campaign("d", { ...ended, appliesAt: at(10) }))
        ])
        const { idempotencyKey: _, ...event } = newEvent(1)
        yield* write([put(campaigns, campaign("a", { status: "active" })), remove(campaigns, ["b"]), announce(event)])
      }),
      Effect.gen(function* () {
        const records = yield* Records
        assert.deepStrictEqual(yield* idsIn(), ["a", "c", "d"])
        assert.deepStrictEqual(yield* idsIn({ index: "byStatus" }), ["a", "c", "d"])
        assert.deepStrictEqual(yield* idsIn({ index: "byStatus", within: ["ended"] }), ["c", "d"])
        assert.deepStrictEqual(yield* records.nextDue(campaigns), Option.some(10))
        const due = yield* records.due(campaigns, 100, 10)
        assert.deepStrictEqual(
          due.map(({ account: of, content }) => [of, campaigns.decode(content).id]),
          [
            [account(), "d"],
            [account(), "c"]
          ]
        )
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
        assert.strictEqual(yield* records.removeOld(campaigns, 100, 10), 2)
        yield* write([put(campaigns, campaign("e"))])
      }),
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* idsIn(), ["a", "e"])
        assert.deepStrictEqual(yield* (yield* Records).nextDue(campaigns), Option.none())
      })
    )

    test(
      "it refuses the tokens that were revoked",
      Effect.flatMap(RevokedTokens, (tokens) => tokens.revoke("one", at(10_000))),
      Effect.gen(function* () {
        const tokens = yield* RevokedTokens
        assert.isTrue(yield* tokens.isRevoked("one"))
        assert.isFalse(yield* tokens.isRevoked("two"))
      })
    )

    test(
      "it knows which dispatchers were alive, until they are not",
      Effect.flatMap(DispatcherStore, (store) => store.note(dispatcher, Duration.days(1))),
      Effect.gen(function* () {
        const store = yield* DispatcherStore
        assert.deepStrictEqual(yield* store.seen(Duration.seconds(30)), [{ ...dispatcher, startedAt: 0, seenAt: 0 }])
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* store.seen(Duration.seconds(30)), [])
      })
    )
  })
}
