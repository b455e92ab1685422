/** Campaigns and money of one seller, asked for in two processes at once. */
import { assert, describe, it } from "@effect/vitest"
import type { StoragePorts } from "@sellerkit/core"
import { Array, Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { actOnMedia, putMedia } from "./media/mediaCalls.ts"
import {
  type Answer,
  call,
  caughtUp,
  createAuction,
  createAutomatic,
  done,
  get,
  operator,
  type Services,
  serviceOver,
  shownStatus,
  stocked
} from "./CampaignWorld.ts"

/** A storage driver that several processes can use at once. */
export interface SharedStorageTarget {
  readonly name: string
  /**
   * A storage of its own, empty at first and kept until the scope closes. Each time that its layer is built, a process opens it.
   * Undefined: this machine has none that takes a second process.
   */
  readonly make: Effect.Effect<Layer.Layer<StoragePorts, unknown> | undefined, never, Scope.Scope>
}

type InProcess = <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.Effect<A, E>

const inTurn = (processes: readonly [InProcess, InProcess], number: number): InProcess => processes[number % 2]!

const funds = Effect.map(done(operator("GET", "/funds")), ({ body }) => body)

const topUp = (id: number, sum: number) => call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum, type: 0 })

const statusOf = ({ status }: Answer) => status

export const campaignProcessesSuite = (target: SharedStorageTarget): void => {
  describe(`campaigns in two processes: ${target.name}`, () => {
    const test = (
      title: string,
      body: (processes: readonly [InProcess, InProcess]) => Effect.Effect<void, unknown>
    ): void =>
      it.effect(title, () =>
        Effect.gen(function* () {
          const layer = yield* target.make
          if (layer === undefined) return
          const open = Effect.map(
            Layer.build(Layer.fresh(serviceOver(layer))),
            (context): InProcess =>
              (effect) =>
                Effect.provide(effect, context)
          )
          const processes = [yield* open, yield* open] as const
          yield* processes[0](stocked)
          yield* body(processes)
        }).pipe(Effect.scoped)
      )

    test("50 top-ups at once take no more than there is", (processes) =>
      Effect.gen(function* () {
        const ids = [yield* processes[0](createAuction()), yield* processes[1](createAuction())]
        const answers = yield* Effect.forEach(
          Array.range(0, 49),
          (number) => inTurn(processes, number)(topUp(ids[number % 3 === 0 ? 0 : 1]!, 1000)),
          { concurrency: "unbounded" }
        )
        const statuses = answers.map(statusOf)
        assert.strictEqual(statuses.filter((status) => status === 200).length, 10)
        assert.strictEqual(statuses.filter((status) => status === 400).length, 40)
        for (const process of processes) {
          assert.deepStrictEqual(yield* process(funds), { account: 0, balance: 5000, bonus: 2000, budgets: 10_000 })
        }
        const rows = (yield* processes[0](done(get("/adv/v1/payments")))).body
        assert.strictEqual(new Set(rows.map(({ id }: any) => id)).size, 10)
      }))

    test("a credit that both are asked for is given once", (processes) =>
      Effect.gen(function* () {
        const answers = yield* Effect.forEach(
          Array.range(0, 19),
          (number) => inTurn(processes, number)(operator("POST", "/funds", { account: 100, idempotencyKey: "both" })),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(new Set(answers.map(statusOf)), new Set([200]))
        assert.strictEqual((yield* processes[1](funds)).account, 10_100)
      }))

    test("a launch and a pause at once end in one of the two", ([one, other]) =>
      Effect.gen(function* () {
        const id = yield* one(createAutomatic({ on_pause: true }))
        yield* TestClock.adjust("3 minutes")
        for (let round = 0; round < 6; round++) {
          const before = yield* one(shownStatus(id))
          const [launched, paused] = yield* Effect.all(
            [one(get(`/adv/v0/start?id=${id}`)), other(get(`/adv/v0/pause?id=${id}`))],
            { concurrency: "unbounded" }
          )
          // The second one takes the place of the first, where that one led to what it needs.
          const [first, second] = before === 11 ? [launched, paused] : [paused, launched]
          assert.deepStrictEqual([first.status, second.status === 200 || second.status === 422], [200, true])
          yield* TestClock.adjust("3 minutes")
          const after = yield* one(shownStatus(id))
          const changed = before === 11 ? 9 : 11
          assert.strictEqual(after, second.status === 200 ? before : changed)
          assert.strictEqual(yield* other(shownStatus(id)), after)
        }
      }))

    test("a media campaign is paused 10 times a day in both together, once for two that pause it at once", (processes) =>
      Effect.gen(function* () {
        yield* processes[0](putMedia(1))
        const codes: Array<string> = []
        for (let round = 0; round < 12; round++) {
          const answers = yield* Effect.all(
            processes.map((process) => process(actOnMedia("pause", 1))),
            { concurrency: "unbounded" }
          )
          codes.push(...answers.map(({ body, status }) => (status === 200 ? "paused" : body.code)).toSorted())
          if (answers.some(({ status }) => status === 200)) {
            assert.strictEqual((yield* inTurn(processes, round)(actOnMedia("start", 1))).status, 200)
          }
        }
        assert.deepStrictEqual(codes, [
          ...Array.makeBy(10, () => ["paused", "status_not_changed"]).flat(),
          ...Array.makeBy(4, () => "pauses_spent")
        ])
      }))

    test("what both of them find due takes effect once", (processes) =>
      Effect.gen(function* () {
        const ids = yield* Effect.forEach(Array.range(0, 9), () => processes[0](createAuction()))
        yield* Effect.forEach(ids, (id) => processes[0](done(topUp(id, 1000))))
        yield* Effect.forEach(ids, (id, number) => inTurn(processes, number)(done(get(`/adv/v0/stop?id=${id}`))))
        yield* TestClock.adjust("1 minute")
        yield* processes[0](caughtUp)
        yield* TestClock.adjust("2 minutes")
        for (const process of processes) {
          assert.deepStrictEqual(yield* process(funds), { account: 10_000, balance: 5000, bonus: 2000, budgets: 0 })
          assert.deepStrictEqual(new Set(yield* Effect.forEach(ids, (id) => process(shownStatus(id)))), new Set([7]))
        }
      }))
  })
}
