/** What becomes of campaigns and money where the storage fails in the middle. */
import { assert, describe } from "@effect/vitest"
import { Clock, Duration, Effect, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { someTrials } from "../property/propertyRuns.ts"
import {
  call,
  campaignTest,
  createAuction,
  createAutomatic,
  done,
  get,
  moment,
  operator,
  pass,
  shown,
  shownStatus,
  stocked
} from "./CampaignWorld.ts"
import { type Failure, FailingRecords } from "./failingRecords.ts"

const tenMinutes = Duration.toMillis(Duration.minutes(10))

const failures: ReadonlyArray<Failure> = ["error", "defect", "answer"]

const information = (query: string) =>
  Effect.map(done(call("POST", `/adv/v1/promotion/adverts${query}`, [])), ({ body = [] }) => body as ReadonlyArray<any>)

/** What a seller sees of its campaigns and its money, where one of the campaigns is this one. */
const everything = Effect.fnUntraced(function* (id: number) {
  return {
    campaigns: [...(yield* information("?type=8")), ...(yield* information("?type=9"))],
    budget: (yield* done(get(`/adv/v1/budget?id=${id}`))).body,
    funds: (yield* done(operator("GET", "/funds"))).body,
    topUps: (yield* done(get("/adv/v1/payments"))).body
  }
})

/** Of the seller and of its campaigns. */
const allMoney = Effect.gen(function* () {
  const { account, balance, bonus, budgets } = (yield* done(operator("GET", "/funds"))).body
  assert.isAtLeast(Math.min(account, balance, bonus, budgets), 0)
  return account + balance + bonus + budgets
})

interface Operation {
  /** On a campaign that is ready to launch and has a budget. */
  readonly ask: (id: number) => ReturnType<typeof call>
  /** How many campaigns there are then more. */
  readonly makes?: number
  /** How much money there is then more, however often it is asked. */
  readonly adds?: number
}

const operations: Readonly<Record<string, Operation>> = {
  "automatic campaign": {
    ask: () =>
      call("POST", "/adv/v1/save-ad", { type: 8, name: "Winter", subjectId: 192, sum: 1000, btype: 1, nms: [101] }),
    makes: 1
  },
  "auction campaign": {
    ask: () => call("POST", "/adv/v2/seacat/save-ad", { name: "Summer", nms: [101, 201] }),
    makes: 1
  },
  "top-up": { ask: (id) => call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }) },
  launch: { ask: (id) => get(`/adv/v0/start?id=${id}`) },
  removal: { ask: (id) => get(`/adv/v0/delete?id=${id}`) },
  name: { ask: (id) => call("POST", "/adv/v0/rename", { advertId: id, name: "Autumn" }) },
  bid: { ask: (advertId) => call("POST", "/adv/v0/cpm", { advertId, type: 9, cpm: 200, param: 192 }) },
  phrases: { ask: (id) => call("POST", `/adv/v1/search/set-plus?id=${id}`, { pluse: ["shirt"] }) },
  credit: { ask: (id) => operator("POST", "/funds", { account: 500, idempotencyKey: `for ${id}` }), adds: 500 }
}

/** A call of the operation fails, and then the operation is asked for again. Gives whether there was such a call. */
const askTwice = Effect.fnUntraced(function* (
  failing: FailingRecords,
  { adds = 0, ask, makes = 0 }: Operation,
  how: Failure,
  callsBefore: number
) {
  const id = yield* createAuction()
  yield* done(operator("POST", "/funds", { account: 2500, balance: 2500, idempotencyKey: `before ${id}` }))
  yield* done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }))
  const [before, money] = [yield* everything(id), yield* allMoney]
  failing.fail(["find", "transact"], how, callsBefore)
  const answer = yield* ask(id)
  const hasFailed = failing.mend()
  assert.strictEqual(answer.status >= 500, hasFailed)
  const isWritten = !hasFailed || how === "answer"
  if (!isWritten) assert.deepStrictEqual(yield* everything(id), before)
  const again = yield* ask(id)
  assert.isBelow(again.status, isWritten ? 500 : 300)
  const made = (yield* everything(id)).campaigns.length - before.campaigns.length
  if (isWritten) assert.isAtMost(made, 2 * makes)
  else assert.strictEqual(made, makes)
  assert.strictEqual(yield* allMoney, money + adds)
  return hasFailed
})

/**
 * Lets time pass until what was due is written. After a failure the job waits by the clock, from whenever it has noticed it: on a busy
 * machine that is after the test has gone on.
 */
const passUntilWritten = Effect.fnUntraced(function* (failing: FailingRecords) {
  const until = yield* Clock.currentTimeMillis
  for (;;) {
    const next = yield* failing.store.nextDue(["campaign"])
    if (Option.isNone(next) || next.value > until) return
    yield* TestClock.adjust("1 second")
    yield* moment
  }
})

/** What the job asks of the storage when one campaign is due: what is due, two writes, and what is due next. */
const callsOfJob = [0, 1, 2, 3]

export const campaignFailureSuite = (target: StorageTarget): void => {
  describe(`campaigns where the storage fails: ${target.name}`, () => {
    const { trials = 1 } = target
    const test = (title: string, body: (failing: FailingRecords) => Parameters<ReturnType<typeof campaignTest>>[1]) => {
      const failing = new FailingRecords()
      campaignTest({ ...target, layer: failing.over(target.layer) })(
        title,
        Effect.provide(body(failing), Logger.layer([]))
      )
    }

    for (const [name, operation] of someTrials(Object.entries(operations), trials)) {
      test(`a write that fails leaves nothing half, and can be made again: ${name}`, (failing) =>
        Effect.gen(function* () {
          yield* stocked
          for (const how of failures) {
            let calls = 0
            while (yield* askTwice(failing, operation, how, calls)) calls += 1
            assert.isAtLeast(calls, 1)
          }
        }))
    }

    for (const how of someTrials(failures, trials)) {
      test(`what is due takes effect although the job's storage fails once: ${how}`, (failing) =>
        Effect.gen(function* () {
          yield* stocked
          const id = yield* createAutomatic()
          for (const calls of callsOfJob) {
            // What is asked for takes effect when the minute is over.
            yield* TestClock.setTime(2 * calls * tenMinutes)
            yield* done(get(`${calls % 2 === 0 ? "/adv/v0/pause" : "/adv/v0/start"}?id=${id}`))
            yield* pass("59 seconds")
            failing.fail(["due", "find", "nextDue", "transact"], how, calls)
            yield* TestClock.adjust("1 second")
            while (!failing.hasFailed) yield* moment
            yield* passUntilWritten(failing)
            yield* TestClock.setTime((2 * calls + 1) * tenMinutes)
            yield* passUntilWritten(failing)
            assert.strictEqual(yield* shownStatus(id), calls % 2 === 0 ? 11 : 9)
          }
        }))
    }

    test("what is shown does not wait for the job", (failing) =>
      Effect.gen(function* () {
        yield* stocked
        const id = yield* createAuction()
        yield* done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }))
        yield* done(get(`/adv/v0/start?id=${id}`))
        failing.failAlways(["due"])
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual((yield* shown(id)).status, 9)
        const { adverts } = (yield* done(get("/adv/v1/promotion/count"))).body
        assert.deepStrictEqual([adverts[0].status, adverts[0].count], [9, 1])
        assert.deepStrictEqual(
          (yield* information("?status=9")).map(({ advertId }) => advertId),
          [id]
        )
        assert.deepStrictEqual(yield* information("?status=4"), [])
      }))
  })
}
