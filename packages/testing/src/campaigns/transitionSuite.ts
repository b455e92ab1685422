/** Every action in every status (Seller Statistics Reports, States and transitions, Campaign statuses). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import {
  type Answer,
  call,
  campaignTest,
  createAuction,
  createAutomatic,
  done,
  get,
  operator,
  pass,
  shown,
  shownStatus,
  stocked
} from "./CampaignWorld.ts"

type Status = -1 | 4 | 7 | 8 | 9 | 11

const actions = {
  launch: { path: "/adv/v0/start", from: [4, 11], to: 9 },
  pause: { path: "/adv/v0/pause", from: [9], to: 11 },
  complete: { path: "/adv/v0/stop", from: [4, 9, 11], to: 7 },
  remove: { path: "/adv/v0/delete", from: [4], to: -1 }
} as const satisfies Record<
  string,
  { readonly path: string; readonly from: ReadonlyArray<Status>; readonly to: Status }
>
type Action = keyof typeof actions

const act = (id: number, action: Action) => get(`${actions[action].path}?id=${id}`)

const refusal = "Статус кампании не изменен"

const assertNotChanged = ({ body, status, text, type }: Answer, action: Action) => {
  assert.strictEqual(status, 422)
  if (action === "remove") assert.deepStrictEqual(body, { error: refusal })
  else assert.deepStrictEqual([type, text], ["text/plain; charset=utf-8", refusal])
}

const budgetOf = (id: number) => Effect.map(done(get(`/adv/v1/budget?id=${id}`)), ({ body }) => body.total as number)

const topUp = (id: number) => done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }))

/** What no operation of the seller leads to: the marketplace's own side puts it in. Without a budget, it keeps the one that it has. */
const putIn = (advertId: number, campaign: object) =>
  done(operator("PUT", `/campaigns/${advertId}`, { name: "Summer", type: 9, ...campaign }))

/** How a campaign that is ready to launch, with a budget, comes to the status; where nothing is named, not by its seller. */
const ways: Readonly<Record<Status, ReadonlyArray<Action> | undefined>> = {
  [-1]: ["remove"],
  4: [],
  7: ["complete"],
  8: undefined,
  9: ["launch"],
  11: ["launch", "pause"]
}

const campaignIn = Effect.fnUntraced(function* (status: Status, hasBudget: boolean) {
  const id = yield* createAuction()
  if (hasBudget) yield* topUp(id)
  const way = ways[status]
  // Without a budget nothing can be launched: the marketplace has charged what there was.
  if (way === undefined || (!hasBudget && way.includes("launch"))) {
    yield* putIn(id, { status })
    return id
  }
  for (const action of way) {
    yield* done(act(id, action))
    if (action !== "remove") yield* pass("3 minutes")
  }
  return id
})

/** The part of `params` that bids of the type name, and its number. */
const namedParts = { 4: "menuId", 5: "setId", 6: "subjectId", 7: "subjectId" } as const

/** A campaign of a type that cannot be created any more. */
const deprecated = Effect.fnUntraced(function* (type: keyof typeof namedParts) {
  const part = { active: true, intervals: [], nms: [{ nm: 101, active: true }] }
  const params = [71, 72].map((number) => ({ ...part, [namedParts[type]]: number, price: 200 }))
  yield* putIn(type, { type, status: 9, params, budget: 1000 })
  return type
})

/** Nothing can be done in them any more: their money is back. */
const over: ReadonlyArray<Status> = [7, 8, -1]

export const transitionSuite = (target: StorageTarget): void => {
  describe(`statuses of campaigns: ${target.name}`, () => {
    const test = campaignTest(target)

    for (const status of Object.keys(ways).map(Number) as ReadonlyArray<Status>) {
      test(
        `in the status ${status} each action is allowed or refused, with and without a budget`,
        Effect.gen(function* () {
          yield* stocked
          for (const hasBudget of [true, false]) {
            for (const [action, { from, to }] of Object.entries(actions)) {
              const id = yield* campaignIn(status, hasBudget)
              const budget = yield* budgetOf(id)
              assert.strictEqual(budget, hasBudget && !over.includes(status) ? 1000 : 0)
              const answer = yield* act(id, action as Action)
              const isAllowed = (from as ReadonlyArray<Status>).includes(status) && (action !== "launch" || hasBudget)
              if (isAllowed) assert.strictEqual(answer.status, 200, `${action} ${hasBudget}`)
              else assertNotChanged(answer, action as Action)
              yield* pass("3 minutes")
              const after = isAllowed ? to : status
              assert.strictEqual(yield* shownStatus(id), after, `${action} ${hasBudget}`)
              assert.strictEqual(yield* budgetOf(id), over.includes(after) ? 0 : budget)
            }
          }
          const { account: left, budgets } = (yield* done(operator("GET", "/funds"))).body
          assert.strictEqual(left + budgets, 10_000)
        })
      )
    }

    test(
      "one that is removed is shown as being deleted for 3 minutes, also where answers are synchronised just then",
      Effect.gen(function* () {
        yield* stocked
        for (const beforeRemoval of [0, 179_999]) {
          const id = yield* createAuction()
          yield* pass(beforeRemoval)
          yield* done(act(id, "remove"))
          const beforeShown = 180_000 - beforeRemoval
          yield* pass(beforeShown - 1)
          assert.strictEqual(yield* shownStatus(id), 4)
          yield* pass(1)
          const { body } = yield* done(call("POST", "/adv/v1/promotion/adverts?status=-1"))
          assert.deepStrictEqual([body[0].advertId, yield* shownStatus(id)], [id, -1])
          yield* pass(179_999)
          assert.strictEqual(yield* shownStatus(id), -1)
          yield* pass(1)
          assert.isUndefined(yield* shown(id))
        }
      })
    )

    for (const status of over) {
      test(
        `money comes back from what the marketplace's own side puts into the status ${status}`,
        Effect.gen(function* () {
          yield* stocked
          const id = yield* createAuction()
          yield* topUp(id)
          yield* putIn(id, { status })
          assert.strictEqual(yield* budgetOf(id), 0)
          yield* pass("10 minutes")
          const { body } = yield* done(operator("GET", "/funds"))
          assert.deepStrictEqual(body, { account: 10_000, balance: 5000, bonus: 2000, budgets: 0 })
        })
      )
    }

    test(
      "what is put in as over has no budget: the same call again would pay it to the seller once more",
      Effect.gen(function* () {
        yield* stocked
        for (const status of over) {
          const answer = yield* operator("PUT", "/campaigns/77", { name: "Old", type: 6, status, budget: 500 })
          assert.strictEqual(answer.status, 400)
          assert.deepStrictEqual(
            answer.body.errors.map(({ location }: any) => location),
            ["body.budget"]
          )
          yield* putIn(77, { status, budget: 0 })
        }
        const { body } = yield* done(operator("GET", "/funds"))
        assert.deepStrictEqual(body, { account: 10_000, balance: 5000, bonus: 2000, budgets: 0 })
      })
    )

    test(
      "one that is ready to launch is not launched while a bid waits, one that is paused is",
      Effect.gen(function* () {
        yield* stocked
        const ready = yield* createAuction()
        yield* topUp(ready)
        const paused = yield* campaignIn(11, true)
        for (const advertId of [ready, paused]) {
          yield* done(call("POST", "/adv/v0/cpm", { advertId, type: 9, cpm: 200, param: 192, instrument: 6 }))
        }
        assertNotChanged(yield* act(ready, "launch"), "launch")
        yield* done(act(paused, "launch"))
        yield* pass("30 seconds")
        yield* done(act(ready, "launch"))
        yield* pass("150 seconds")
        assert.deepStrictEqual([yield* shownStatus(ready), yield* shownStatus(paused)], [9, 9])
      })
    )

    test(
      "one that was created paused is launched 3 minutes later at the earliest",
      Effect.gen(function* () {
        yield* stocked
        yield* pass("10 seconds")
        const id = yield* createAutomatic({ on_pause: true })
        assert.strictEqual(yield* shownStatus(id), 11)
        yield* pass("179999 millis")
        assertNotChanged(yield* act(id, "launch"), "launch")
        yield* pass("1 millis")
        yield* done(act(id, "launch"))
      })
    )

    test(
      "campaigns of types that cannot be created any more are shown, paused, launched, and take bids for what they name",
      Effect.gen(function* () {
        yield* stocked
        for (const type of [4, 5, 6, 7] as const) {
          const id = yield* deprecated(type)
          const bid = (input: object) => call("POST", "/adv/v0/cpm", { advertId: id, type, cpm: 300, ...input })
          // Bids are not for the catalog (Promotion operations, Campaign bid update).
          const answers = [yield* bid({ param: 72 }), yield* bid({ param: 70 }), yield* bid({ param: 72, cpm: 149 })]
          assert.deepStrictEqual(
            answers.map(({ status, text }) => [status, text]),
            type === 4
              ? Array.from({ length: 3 }, () => [400, "Некорректное значение параметра type"])
              : [
                  [200, ""],
                  [400, "Некорректное значение параметра param"],
                  [422, "Размер ставки не изменен"]
                ]
          )
          yield* done(act(id, "pause"))
          assertNotChanged(yield* act(id, "remove"), "remove")
          yield* pass("3 minutes")
          const { params, status, type: shownType, unitedParams } = yield* shown(id)
          assert.deepStrictEqual([shownType, status, unitedParams], [type, 11, undefined])
          assert.deepStrictEqual(
            params.map((part: any) => [part[namedParts[type]], part.price]),
            [
              [71, 200],
              [72, type === 4 ? 200 : 300]
            ]
          )
          yield* done(act(id, "launch"))
          yield* pass("3 minutes")
          assert.strictEqual(yield* shownStatus(id), 9)
        }
        const { adverts } = (yield* done(get("/adv/v1/promotion/count"))).body
        assert.deepStrictEqual(
          adverts.map(({ count, status, type }: any) => [type, status, count]),
          [4, 5, 6, 7].map((type) => [type, 9, 1])
        )
      })
    )
  })
}
