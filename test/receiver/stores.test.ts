/** Each event is handled once, wherever the kit keeps which ones were, whoever fails or dies meanwhile. */
import type { EventKey, Platform, ProcessedEvents } from "@sellerkit/receiver"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { setTimeout } from "node:timers/promises"
import { isLeasing, isTransactional, type StorePlace, stores, table } from "./stores.ts"

const event: EventKey = { sellerId: "seller-1", idempotencyKey: "key-1" }
const done = async () => undefined
const unexpected = () => Promise.reject(new Error("It is handled once more"))

/** What a statement of the test gives in the only column of its only row. */
const valueOf = async ({ run }: StorePlace, statement: string): Promise<unknown> =>
  Object.values((await run!(statement, []))[0] ?? {})[0]

/** Asks again while somebody is at it, as the receiver does. */
const patiently = async <Transaction>(
  store: ProcessedEvents<Transaction>,
  key: EventKey,
  handle: (transaction: Transaction) => Promise<void>
) => {
  for (;;) {
    const outcome = await store.once(key, handle)
    if (outcome !== "busy") return outcome
    await setTimeout(5)
  }
}

/** As the shared suites have theirs. */
const propertyRuns = (runs: number) => ({
  runs: Math.ceil(runs * Number(process.env.PROPERTY_RUNS ?? 1)),
  seed: process.env.PROPERTY_SEED ?? "sellerkit"
})

const Attempt = Schema.Struct({
  process: Schema.Literals([0, 1]),
  key: Schema.Literals([0, 1, 2]),
  fails: Schema.Boolean,
  milliseconds: Schema.Literals([0, 1, 4])
})

for (const target of stores) {
  describe(`processed events in ${target.name}`, () => {
    const test = (title: string, body: (place: StorePlace) => Promise<void>) =>
      it.live(
        title,
        () => Effect.scoped(Effect.flatMap(target.open, (place) => Effect.promise(() => body(place)))),
        60_000
      )

    test("are handled once each, by the seller and the key together", async (place) => {
      const [one, other] = [place.store(), place.store()]
      assert.strictEqual(await one.once(event, done), "handled")
      assert.strictEqual(await one.once(event, unexpected), "processed")
      assert.strictEqual(await other.once(event, unexpected), "processed")
      assert.strictEqual(await other.once({ ...event, sellerId: "seller-2" }, done), "handled")
      assert.strictEqual(await other.once({ ...event, idempotencyKey: "Ключ '; --" }, done), "handled")
      assert.strictEqual(await one.once({ ...event, idempotencyKey: "Ключ '; --" }, unexpected), "processed")
    })

    test("are not processed when the handler fails half-way, and come again", async (place) => {
      const store = place.store()
      const failure = new Error("half-way")
      const failed = await store.once(event, () => Promise.reject(failure)).catch((error: unknown) => error)
      assert.strictEqual(failed, failure)
      assert.strictEqual(await store.once(event, done), "handled")
    })

    test("are handled by one of many that come at once, and by another when that one fails", async (place) => {
      const processes = [place.store(), place.store()]
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
        Effect.scoped(
          Effect.flatMap(target.open, (place) =>
            Effect.promise(async () => {
              const processes = [place.store(), place.store()]
              const [active, successes] = [new Map<number, number>(), new Set<number>()]
              const ask = async ({ fails, key, milliseconds, process }: typeof Attempt.Type) => {
                const handle = async () => {
                  assert.isFalse(successes.has(key), "it was processed")
                  active.set(key, (active.get(key) ?? 0) + 1)
                  assert.strictEqual(active.get(key), 1, "somebody is at it")
                  await setTimeout(milliseconds)
                  active.set(key, 0)
                  if (fails) throw new Error("as it should")
                  successes.add(key)
                }
                const asked = processes[process]!.once({ ...event, idempotencyKey: String(key) }, handle)
                const outcome = await asked.catch((error: Error) => error.message)
                if (outcome === "processed") assert.isTrue(successes.has(key))
                else assert.include(["handled", "busy", "as it should"], outcome)
              }
              for (const round of rounds) await Promise.all(round.map(ask))
              for (const key of [0, 1, 2]) {
                const outcome = await processes[0]!.once({ ...event, idempotencyKey: String(key) }, done)
                assert.strictEqual(outcome, successes.has(key) ? "processed" : "handled")
              }
            })
          )
        ),
      {
        timeout: 60_000,
        arbitrary: propertyRuns(target.name === "memory" ? 50 : 5)
      }
    )

    if (target.name === "memory") return

    test("are forgotten after as many days as one says, and no table is made twice", async (place) => {
      const store = place.store()
      await store.once(event, done)
      await place.run!(`update ${table} set processed_at = processed_at - ${2 * 24 * 60 * 60 * 1000}`, [])
      await store.createTable!()
      await store.forget!(3)
      assert.strictEqual(await store.once(event, done), "processed")
      await store.forget!(1)
      assert.strictEqual(await store.once(event, done), "handled")
    })

    if (isLeasing(target)) {
      /** Sleeps until it is woken. */
      const makePlatform = () => {
        const sleepers: Array<() => void> = []
        const platform: Platform = {
          now: () => 0,
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

      test("are handled by another process when the one that was at it has died", async (place) => {
        void place.store(makePlatform().platform).once(event, () => new Promise(() => undefined))
        await setTimeout(20)
        const successor = place.store()
        assert.strictEqual(await successor.once(event, done), "busy")
        await place.run!(runsOut, [])
        assert.strictEqual(await successor.once(event, done), "handled")
        assert.strictEqual(await successor.once(event, done), "processed")
      })

      test("belong to the process that is at them for as long as that takes", async (place) => {
        const { platform, wake } = makePlatform()
        const finish = Promise.withResolvers<void>()
        const slow = place.store(platform).once(event, () => finish.promise)
        await setTimeout(20)
        await place.run!(runsOut, [])
        wake()
        while (Number(await valueOf(place, `select leased_until from ${table}`)) === 1) await setTimeout(5)
        assert.strictEqual(await place.store().once(event, done), "busy")
        finish.resolve()
        assert.strictEqual(await slow, "handled")
      })

      test("count as processed although the process that did it was thought dead", async (place) => {
        const finish = Promise.withResolvers<void>()
        const slow = place.store(makePlatform().platform).once(event, () => finish.promise)
        await setTimeout(20)
        await place.run!(runsOut, [])
        const successor = place.store()
        await successor.once(event, () => Promise.reject(new Error("no luck"))).catch(() => undefined)
        finish.resolve()
        assert.strictEqual(await slow, "handled")
        assert.strictEqual(await successor.once(event, done), "processed")
      })
    }

    if (isTransactional(target)) {
      test("are marked together with what the handler writes, or not at all", async (place) => {
        const store = place.store()
        await place.run!("create table card (number integer)", [])
        const write = async (number: number) =>
          store.once(event, async (run) => {
            await run!(`insert into card values (${number})`, [])
            if (number === 1) throw new Error("after it has written")
          })
        await write(1).catch(() => undefined)
        assert.strictEqual(await write(2), "handled")
        assert.strictEqual(Number(await valueOf(place, "select sum(number) from card")), 2)
        await place.run!("drop table card", [])
      })
    }
  })
}
