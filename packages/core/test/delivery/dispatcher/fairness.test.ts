/** Accounts beside each other: who comes last, and who gives way to whom. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Latch, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Dispatcher } from "../../../src/delivery/dispatcher/Dispatcher.ts"
import { type Batch, type ClaimRequest, DeliveryQueue } from "../../../src/delivery/queue/DeliveryQueue.ts"
import {
  defaultDispatcherOptions,
  DispatcherOptions,
  eventsPerWrite
} from "../../../src/delivery/policy/DispatcherOptions.ts"
import { owner, pending } from "../../fixtures.ts"
import {
  batchOf,
  inSandbox,
  failures,
  queueFailing,
  running,
  happen,
  pass,
  passTenths,
  queueOfOneAccount,
  queueOfFour,
  oneByOne
} from "./dispatching.ts"

interface Looked {
  readonly at: number
  readonly events: number
}

/**
 * A queue with a backlog of one account that never ends, of which each claim takes a hundredth of a second, and with batches
 * that are put into it of its sandbox. It keeps which claims were for the backlog, and what was settled together.
 */
const queueOfBacklog = (settling: Duration.Input) => {
  const claims: Array<Looked> = []
  const settled: Array<ReadonlyArray<boolean>> = []
  const others: Array<Batch> = []
  const woken = Latch.makeUnsafe(false)
  let number = 0
  const claim = Effect.fnUntraced(function* ({ events, inFlight, lanesPerAccount }: ClaimRequest) {
    if (others.length > 0) return others.splice(0)
    if (inFlight.some(({ lanes }) => lanes >= lanesPerAccount)) return []
    claims.push({ at: yield* Clock.currentTimeMillis, events })
    yield* Effect.sleep("10 millis")
    return [{ ...batchOf(++number), events: Array.from({ length: events }, () => pending(number)), batchSize: events }]
  })
  const queue = DeliveryQueue.of({
    ...queueOfOneAccount().queue,
    claim,
    settle: (outcomes) =>
      Effect.andThen(Effect.sleep(settling), () => {
        settled.push(outcomes.map(({ lease }) => lease.owner.sandbox))
        return Effect.succeed(outcomes.map(() => undefined))
      }),
    nextDue: () => Effect.succeedSome(Duration.zero),
    awaitWork: Effect.andThen(woken.await, Effect.asVoid(woken.close))
  })
  const arrive = Effect.suspend(() => {
    others.push({ ...batchOf(0xffff), lease: { ...batchOf(0xffff).lease, owner: inSandbox } })
    return Effect.asVoid(woken.open)
  })
  return { queue, claims, settled, arrive }
}

const passHundredths = Effect.fnUntraced(function* (hundredths: number) {
  for (let hundredth = 0; hundredth < hundredths; hundredth++) {
    yield* happen
    yield* TestClock.adjust("10 millis")
  }
  yield* happen
})

describe("a dispatcher with the backlog of an account and an event of another", () => {
  const options = { ...defaultDispatcherOptions, fairRate: 100, eventsPerStep: 4 }

  /** What is under way in the end has its time, too. */
  const besideBacklog = <E>(queue: DeliveryQueue["Service"], test: Effect.Effect<void, E>) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, []), scope)
      yield* test
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* passHundredths(300)
      yield* Fiber.join(closing)
    }).pipe(Effect.provideService(DispatcherOptions, options))

  it.effect("claims the backlog in small steps with pauses for as long as the other is expected to have more", () => {
    const { arrive, claims, queue } = queueOfBacklog("0 millis")
    return besideBacklog(
      queue,
      Effect.gen(function* () {
        yield* passHundredths(10)
        assert.deepStrictEqual(
          claims.map(({ events }) => events),
          claims.map(() => eventsPerWrite)
        )
        assert.isAtLeast(claims.length, 9, "it is alone")
        yield* arrive
        yield* passHundredths(1)
        claims.length = 0
        yield* passHundredths(90)
        const [first] = claims
        assert.deepStrictEqual(
          claims,
          claims.map((_, index) => ({ at: first!.at + index * 40, events: 4 }))
        )
        assert.isAtLeast(claims.length, 22)
        yield* passHundredths(20)
        assert.strictEqual(claims.at(-1)!.events, eventsPerWrite, "it is alone again")
      })
    )
  })

  it.effect("claims what the other has in the midst of a pause", () => {
    const { arrive, claims, queue, settled } = queueOfBacklog("0 millis")
    return besideBacklog(
      queue,
      Effect.gen(function* () {
        yield* passHundredths(2)
        yield* arrive
        yield* passHundredths(4)
        claims.length = 0
        settled.length = 0
        while (claims.length === 0) yield* passHundredths(1)
        yield* passHundredths(2)
        yield* arrive
        yield* happen
        assert.deepInclude(settled, [true])
        assert.lengthOf(claims, 1, "the pause goes on")
      })
    )
  })

  it.effect("settles what the other was sent first, and the rest in small steps", () => {
    const { arrive, queue, settled } = queueOfBacklog("50 millis")
    return besideBacklog(
      queue,
      Effect.gen(function* () {
        yield* passHundredths(20)
        yield* arrive
        yield* passHundredths(8)
        settled.length = 0
        yield* passHundredths(20)
        yield* arrive
        const before = settled.length
        yield* passHundredths(12)
        const [underWay, next] = settled.slice(before)
        assert.deepStrictEqual(underWay, [false])
        assert.strictEqual(next?.[0], true, "before what has waited longer")
        assert.deepStrictEqual(
          settled.filter((outcomes) => outcomes.length > 1),
          []
        )
      })
    )
  })
})

describe("a running dispatcher", () => {
  it.effect("has an account come last for what was sent of it, not for what was claimed", () => {
    const { claims, queue } = queueOfFour(() => false)
    return Effect.gen(function* () {
      yield* passTenths(2)
      assert.deepStrictEqual(claims, [[], []])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, { ...oneByOne, fairRate: 3 }))
  })

  it.effect("has an account come last for no longer because the clock is set back", () => {
    const { claims, queue } = queueOfFour(() => true)
    const work = Latch.makeUnsafe(false)
    const wake = Effect.andThen(work.await, Effect.asVoid(work.close))
    const woken = DeliveryQueue.of({ ...queue, awaitWork: Effect.raceFirst(queue.awaitWork, wake) })
    const options = { ...oneByOne, fairRate: 3 }
    return Effect.gen(function* () {
      yield* passTenths(2)
      assert.deepStrictEqual(claims.at(-2), [options.lanesPerAccount])
      claims.length = 0
      yield* TestClock.setTime(-3_600_000)
      yield* TestClock.adjust("2 seconds")
      yield* work.open
      yield* happen
      assert.deepStrictEqual(claims, [[]])
    }).pipe(Effect.provide(running(woken, [])), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("looks for nothing after a settlement that left nothing to claim", () => {
    const { claims, queue, sent } = queueOfFour(() => true)
    const quiet = DeliveryQueue.of({ ...queue, awaitWork: Effect.never })
    return Effect.gen(function* () {
      yield* passTenths(2)
      assert.lengthOf(sent(), 4)
      assert.deepStrictEqual(claims, [[]])
    }).pipe(Effect.provide(running(quiet, [])), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("rests while an account has its share in flight, although more of it is due", () => {
    const { queue, requests } = queueOfOneAccount()
    const options = {
      ...defaultDispatcherOptions,
      lanesPerAccount: 2,
      idleCheck: Duration.infinity,
      stopWithin: Duration.zero
    }
    const slow = Effect.as(Effect.sleep("10 seconds"), { status: 200 })
    return Effect.gen(function* () {
      const dispatcher = yield* Dispatcher
      yield* pass(9)
      assert.deepStrictEqual(
        requests.map(({ inFlight, lanes, lanesPerAccount }) => [lanes, lanesPerAccount, inFlight]),
        [[128, 2, []]]
      )
      const { serviceId: _, ...account } = owner()
      const { fullAccounts, inFlight } = yield* dispatcher.health
      assert.deepStrictEqual([inFlight, fullAccounts], [2, [account]])
      yield* pass(3)
      assert.strictEqual((yield* dispatcher.health).inFlight, 1, "there is room again")
      yield* pass(10)
      const after = yield* dispatcher.health
      assert.deepStrictEqual([after.inFlight, after.fullAccounts], [0, []])
      assert.isAtMost(requests.length, 4, "only the end of a request is a reason to look")
    }).pipe(Effect.provide(running(queue, [], slow)), Effect.provideService(DispatcherOptions, options))
  })

  for (const step of ["claim", "settle", "nextDue"] as const) {
    it.effect.each(Object.keys(failures))(`delivers although ${step} once ended with %s, and says so`, (name) => {
      const { queue, settled } = queueFailing(step, failures[name]!)
      const logged: Array<unknown> = []
      return Effect.gen(function* () {
        yield* pass(10)
        assert.deepStrictEqual(
          settled.map(({ delivery }) => delivery.success),
          [true]
        )
        assert.lengthOf(logged, 1)
      }).pipe(Effect.provide(running(queue, logged)))
    })
  }
})
