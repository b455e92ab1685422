/** That a dispatcher says that it is alive, and what becomes of that when the storage fails. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Latch, Layer, Logger, Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { DispatcherName } from "../../src/dispatchers/DispatcherName.ts"
import { DispatcherStore } from "../../src/dispatchers/DispatcherStore.ts"
import { defaultHeartbeatRule, HeartbeatRule } from "../../src/dispatchers/HeartbeatRule.ts"
import { heartbeat } from "../../src/dispatchers/heartbeat.ts"
import { noteFailure } from "../../src/storage/storageFailure.ts"
import { StorageError } from "../../src/storage/StorageError.ts"

const away = () => new StorageError({ operation: "DispatcherStore.note", retryable: true, cause: "away" })

interface Said {
  readonly what: string
  /** In milliseconds. */
  readonly at: number
}

/** What is asked of the storage, at which time. `before` is what each call waits for, or fails with. */
const makeStore = (before: (what: string) => Effect.Effect<void, StorageError> = () => Effect.void) => {
  const said: Array<Said> = []
  const ids = new Set<string>()
  const say = (what: string, id: string) =>
    Effect.andThen(
      before(what),
      Effect.map(Clock.currentTimeMillis, (at) => {
        ids.add(id)
        said.push({ what, at })
      })
    )
  const layer = Layer.mock(DispatcherStore, {
    note: ({ id, name }, forgottenAfter) => say(`${name}, ${Duration.toHours(forgottenAfter)} h`, id),
    remove: (id) => say("removed", id)
  })
  return { said, ids, layer }
}

/** Runs until the scope closes. */
const beating = (store: Layer.Layer<DispatcherStore>, logged: Array<unknown> = []) =>
  heartbeat.pipe(
    Effect.provide(
      Layer.mergeAll(
        store,
        SecureRandom.layerWebCrypto,
        Layer.succeed(DispatcherName, "host-1:4711"),
        Logger.layer([Logger.make(({ message }) => void logged.push(message))])
      )
    )
  )

const alive = "host-1:4711, 24 h"

describe("a heartbeat", () => {
  it.effect("comes at once, and every ten seconds, under one id", () => {
    const { ids, layer, said } = makeStore()
    return Effect.scoped(
      Effect.gen(function* () {
        yield* beating(layer)
        yield* TestClock.adjust("25 seconds")
        assert.deepStrictEqual(
          said,
          [0, 10_000, 20_000].map((at) => ({ what: alive, at }))
        )
        assert.strictEqual(ids.size, 1)
      })
    )
  })

  it.effect("ends with the dispatcher, which is removed at once", () => {
    const { ids, layer, said } = makeStore()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Scope.provide(beating(layer), scope)
      yield* TestClock.adjust("12 seconds")
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(said.at(-1), { what: "removed", at: 12_000 })
      assert.lengthOf(said, 3)
      assert.strictEqual(ids.size, 1)
    })
  })

  it.effect("that is under way when the dispatcher ends is not written after the dispatcher was removed", () =>
    Effect.gen(function* () {
      const answered = yield* Latch.make(false)
      const { layer, said } = makeStore((what) => (what === "removed" ? Effect.void : answered.await))
      const scope = yield* Scope.make()
      yield* Scope.provide(beating(layer), scope)
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(said, [])
      yield* answered.open
      yield* TestClock.adjust(0)
      assert.isDefined(closing.pollUnsafe())
      assert.deepStrictEqual(
        said.map(({ what }) => what),
        [alive, "removed"]
      )
    })
  )

  it.effect("of each start is another one", () => {
    const { ids, layer } = makeStore()
    return Effect.gen(function* () {
      yield* Effect.scoped(beating(layer))
      yield* Effect.scoped(beating(layer))
      assert.strictEqual(ids.size, 2)
    })
  })

  for (const [failure, fails] of [
    ["an error of the storage", Effect.suspend(() => Effect.fail(away()))],
    ["a defect", Effect.die(new Error("a bug in a driver"))]
  ] as const) {
    it.effect(`that fails is logged once for as long as it fails, and tried again: ${failure}`, () => {
      let isAway = true
      const { layer, said } = makeStore(() => Effect.suspend(() => (isAway ? fails : Effect.void)))
      const logged: Array<unknown> = []
      return Effect.scoped(
        Effect.gen(function* () {
          yield* beating(layer, logged)
          yield* TestClock.adjust("1 minute")
          assert.lengthOf(logged, 1)
          isAway = false
          yield* TestClock.adjust("10 seconds")
          assert.deepStrictEqual(said, [{ what: alive, at: 70_000 }])
          isAway = true
          yield* TestClock.adjust("1 minute")
          assert.lengthOf(logged, 2, "another outage")
        })
      )
    })
  }

  it.effect("is not logged where the storage logs itself that it is away", () => {
    const failed = away()
    noteFailure(failed)
    const logged: Array<unknown> = []
    return Effect.scoped(
      Effect.gen(function* () {
        yield* beating(makeStore(() => Effect.fail(failed)).layer, logged)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(logged, [])
      })
    )
  })

  for (const [title, before] of [
    ["fails", () => Effect.fail(away())],
    ["does not answer", () => Effect.never]
  ] as const) {
    it.effect(`holds up nobody who ends while the storage ${title}`, () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        yield* Scope.provide(beating(makeStore(before).layer), scope)
        yield* TestClock.adjust("1 second")
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(closing.pollUnsafe(), Exit.void)
      })
    )
  }

  it.effect("comes as often as the rule says", () => {
    const { layer, said } = makeStore()
    return Effect.scoped(
      Effect.gen(function* () {
        yield* beating(layer)
        yield* TestClock.adjust("1 hour")
        assert.lengthOf(said, 61)
      })
    ).pipe(Effect.provideService(HeartbeatRule, { ...defaultHeartbeatRule, every: Duration.minutes(1) }))
  })
})
