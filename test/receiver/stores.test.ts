/** Each event is handled once, in every store of processed events, whatever fails meanwhile. */
import type { EventKey, Platform } from "@sellerkit/receiver"
import { propertyRuns } from "@sellerkit/testing"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Schema, Scope } from "effect"
import { setTimeout } from "node:timers/promises"
import { vi } from "vitest"
import { isLeasing, isTable, isTransactional, type StorePlace, stores, type StoreTarget, table } from "./stores.ts"

type Store = ReturnType<StorePlace["store"]>

let sellers = 0
/** An event that no test has seen yet. */
const newEvent = (): EventKey => ({ sellerId: `seller-${++sellers}`, idempotencyKey: "key-1" })

const done = async () => undefined
const unexpected = () => Promise.reject(new Error("It is handled once more"))

/** What a statement of the test gives in the only column of its only row. */
const valueOf = async ({ run }: StorePlace, statement: string): Promise<unknown> =>
  Object.values((await run!(statement, []))[0] ?? {})[0]

/** A handler that is at work until the test says so. */
const begin = async ({ once }: Store, event: EventKey) => {
  const [entered, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const outcome = once(event, () => {
    entered.resolve()
    return finish.promise
  })
  await entered.promise
  return { outcome, finish: () => finish.resolve() }
}

/** Asks again while somebody is at it, as the receiver does. */
const patiently = async (store: Store, event: EventKey, handle: () => Promise<void>) => {
  for (;;) {
    const outcome = await store.once(event, handle)
    if (outcome !== "busy") return outcome
    await setTimeout(5)
  }
}

const Attempt = Schema.Struct({
  process: Schema.Literals([0, 1]),
  key: Schema.Literals([0, 1, 2]),
  fails: Schema.Boolean,
  milliseconds: Schema.Literals([0, 1, 4])
})

/** Opened for all tests of a `describe`. */
const opened = ({ open }: StoreTarget): (() => StorePlace) => {
  const scope = Scope.makeUnsafe()
  let place: StorePlace
  beforeAll(async () => {
    place = await Effect.runPromise(Scope.provide(open, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () => place
}

/** Sleeps until it is woken. */
const makePlatform = () => {
  const sleepers: Array<() => void> = []
  const platform: Platform = {
    randomId: () => crypto.randomUUID(),
    sleep: (_, signal) =>
      new Promise((resolve) => {
        sleepers.push(resolve)
        signal.addEventListener("abort", () => resolve())
      })
  }
  return { platform, wake: () => sleepers.splice(0).forEach((wake) => wake()) }
}
const runsOut = `update ${table} set leased_until = 1`

for (const target of stores) {
  describe(`processed events in ${target.name}`, () => {
    const place = opened(target)

    it("are handled once each, by the seller and the key together", async () => {
      const event = newEvent()
      const [one, other] = [place().store(), place().store()]
      assert.strictEqual(await one.once(event, done), "handled")
      assert.strictEqual(await one.once(event, unexpected), "processed")
      assert.strictEqual(await other.once(event, unexpected), "processed")
      assert.strictEqual(await other.once(newEvent(), done), "handled")
      assert.strictEqual(await other.once({ ...event, idempotencyKey: "Ключ '; --" }, done), "handled")
      assert.strictEqual(await one.once({ ...event, idempotencyKey: "Ключ '; --" }, unexpected), "processed")
    })

    it("are not processed when the handler fails half-way, and come again", async () => {
      const event = newEvent()
      const store = place().store()
      const failure = new Error("half-way")
      const failed = await store.once(event, () => Promise.reject(failure)).catch((error: unknown) => error)
      assert.strictEqual(failed, failure)
      assert.strictEqual(await store.once(event, done), "handled")
    })

    it("are handled by one of many that come at once, and by another when that one fails", async () => {
      const event = newEvent()
      const processes = [place().store(), place().store()]
      let calls = 0
      const handle = async () => {
        const call = ++calls
        await setTimeout(10)
        if (call === 1) throw new Error("the first one fails")
      }
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => patiently(processes[index % 2]!, event, handle))
      )
      const said = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "failed"))
      assert.deepStrictEqual([...said].sort(), ["failed", "handled", ...Array.from({ length: 6 }, () => "processed")])
      assert.strictEqual(calls, 2)
    })

    it.live.prop(
      "are never handled by two at a time, nor again after a success, whoever asks when",
      [Schema.Array(Schema.Array(Attempt).check(Schema.isMaxLength(6))).check(Schema.isMaxLength(4))],
      ([rounds]) =>
        Effect.promise(async () => {
          const processes = [place().store(), place().store()]
          const { sellerId } = newEvent()
          const [active, successes] = [new Set<number>(), new Set<number>()]
          const ask = async ({ fails, key, milliseconds, process }: typeof Attempt.Type) => {
            const handle = async () => {
              assert.isFalse(successes.has(key), "it was processed")
              assert.isFalse(active.has(key), "somebody is at it")
              active.add(key)
              await setTimeout(milliseconds)
              active.delete(key)
              if (fails) throw new Error("as it should")
              successes.add(key)
            }
            const asked = processes[process]!.once({ sellerId, idempotencyKey: String(key) }, handle)
            const outcome = await asked.catch((error: Error) => error.message)
            if (outcome === "processed") assert.isTrue(successes.has(key))
            else assert.include(["handled", "busy", "as it should"], outcome)
          }
          for (const round of rounds) await Promise.all(round.map(ask))
          for (const key of [0, 1, 2]) {
            const outcome = await processes[0]!.once({ sellerId, idempotencyKey: String(key) }, done)
            assert.strictEqual(outcome, successes.has(key) ? "processed" : "handled")
          }
        }),
      {
        timeout: 180_000,
        arbitrary: propertyRuns(target.name === "memory" ? 50 : 5, 30)
      }
    )
  })
}

for (const target of stores.filter(isTable)) {
  describe(`the table of processed events in ${target.name}`, () => {
    const place = opened(target)

    it("are forgotten after as many days as one says, and no table is made twice", async () => {
      const event = newEvent()
      const store = place().store()
      await store.once(event, done)
      await place().run!(`update ${table} set processed_at = processed_at - ${2 * 24 * 60 * 60 * 1000}`, [])
      await store.createTable!()
      await store.forget!(3)
      assert.strictEqual(await store.once(event, done), "processed")
      await store.forget!(1)
      assert.strictEqual(await store.once(event, done), "handled")
    })
  })
}

for (const target of stores.filter(isLeasing)) {
  describe(`leases of processed events in ${target.name}`, () => {
    const place = opened(target)

    it("are handled by another process when the one that was at it has died", async () => {
      const event = newEvent()
      await begin(place().store(makePlatform().platform), event)
      const successor = place().store()
      assert.strictEqual(await successor.once(event, done), "busy")
      await place().run!(runsOut, [])
      assert.strictEqual(await successor.once(event, done), "handled")
      assert.strictEqual(await successor.once(event, done), "processed")
    })

    it("belong to the process that is at them for as long as that takes", async () => {
      const event = newEvent()
      const { platform, wake } = makePlatform()
      const { finish, outcome } = await begin(place().store(platform), event)
      await place().run!(runsOut, [])
      wake()
      const leasedUntil = `select leased_until from ${table} where seller_id = '${event.sellerId}'`
      await vi.waitFor(async () => assert.isAbove(Number(await valueOf(place(), leasedUntil)), 1))
      assert.strictEqual(await place().store().once(event, done), "busy")
      finish()
      assert.strictEqual(await outcome, "handled")
    })

    it("count as processed although the process that did it was thought dead, and its successor fails", async () => {
      for (const isFirst of [true, false]) {
        const event = newEvent()
        const { finish, outcome } = await begin(place().store(makePlatform().platform), event)
        await place().run!(runsOut, [])
        const successor = place().store()
        const fail = async () => {
          if (isFirst) {
            finish()
            await outcome
          }
          throw new Error("no luck")
        }
        await successor.once(event, fail).catch(() => undefined)
        finish()
        assert.strictEqual(await outcome, "handled")
        assert.strictEqual(await successor.once(event, unexpected), "processed")
      }
    })
  })
}

for (const target of stores.filter(isTransactional)) {
  describe(`transactions with processed events in ${target.name}`, () => {
    const place = opened(target)

    it("are marked together with what the handler writes, or not at all", async () => {
      const event = newEvent()
      const store = place().store()
      await place().run!("create table card (number integer)", [])
      const write = async (number: number) =>
        store.once(event, async (run) => {
          await run!(`insert into card values (${number})`, [])
          if (number === 1) throw new Error("after it has written")
        })
      await write(1).catch(() => undefined)
      assert.strictEqual(await write(2), "handled")
      assert.strictEqual(Number(await valueOf(place(), "select sum(number) from card")), 2)
      await place().run!("drop table card", [])
    })
  })
}
