/** Everything that the service shows is what the model shows. */
import { assert } from "@effect/vitest"
import { Array, Effect } from "effect"
import { another, call, done, get, operator } from "../CampaignWorld.ts"
import type { CampaignModel, View } from "./CampaignModel.ts"

const noEnd = "2100-01-01T00:00:00+03:00"

const bidsOf = ({ autoParams, unitedParams = [] }: any): View["bids"] => {
  for (const { cpm } of autoParams?.nmCPM ?? []) assert.strictEqual(cpm, autoParams.cpm)
  if (autoParams !== undefined) return { all: autoParams.cpm }
  return Object.fromEntries(
    unitedParams.flatMap(({ catalogCPM, searchCPM, subject: { id } }: any) => [
      [`${id} catalog`, catalogCPM],
      [`${id} search`, searchCPM]
    ])
  )
}

/** What the information says, as the model says it. */
const viewOf = (shown: any): View => ({
  status: shown.status,
  name: shown.name,
  changedAt: Date.parse(shown.changeTime),
  startedAt: Date.parse(shown.startTime),
  bids: bidsOf(shown),
  ...(shown.endTime !== noEnd && { endedAt: Date.parse(shown.endTime) }),
  ...("searchPluseState" in shown && { hasFixedPhrases: shown.searchPluseState })
})

const information = (query: string, ids: ReadonlyArray<number>) =>
  Effect.map(
    done(call("POST", `/adv/v1/promotion/adverts${query}`, ids)),
    ({ body = [] }) => body as ReadonlyArray<any>
  )

const compareInformation = Effect.fnUntraced(function* (model: CampaignModel) {
  const expected = new Map<number, View & { readonly type: number; readonly createdAt: number }>()
  for (const [id, { createdAt, type }] of model.campaigns) {
    const view = model.shown(id)
    if (view !== undefined) expected.set(id, { ...view, type, createdAt })
  }
  const parts = Array.chunksOf([...model.campaigns.keys()], 50)
  const shown = (yield* Effect.forEach(parts, (ids) => information("", ids))).flat()
  assert.deepStrictEqual(
    new Map(
      shown.map((one) => [one.advertId, { ...viewOf(one), type: one.type, createdAt: Date.parse(one.createTime) }])
    ),
    expected
  )

  const { all, adverts } = (yield* done(get("/adv/v1/promotion/count"))).body
  assert.strictEqual(all, expected.size)
  const listed = (adverts ?? []).flatMap(({ advert_list: list, count, status, type }: any) => {
    assert.strictEqual(count, list.length)
    return list.map(({ advertId, changeTime }: any) => [advertId, { type, status, changedAt: Date.parse(changeTime) }])
  })
  assert.deepStrictEqual(
    new Map(listed),
    new Map([...expected].map(([id, { changedAt, status, type }]) => [id, { type, status, changedAt }]))
  )

  for (const type of [8, 9]) {
    for (const status of new Set([9, ...[...expected.values()].map((view) => view.status)])) {
      const found = yield* information(`?type=${type}&status=${status}&order=id&direction=asc`, [])
      assert.deepStrictEqual(
        found.map(({ advertId }) => advertId),
        [...expected.keys()]
          .filter((id) => expected.get(id)!.type === type && expected.get(id)!.status === status)
          .toSorted((one, other) => one - other)
      )
    }
  }
})

const compareMoney = Effect.fnUntraced(function* (model: CampaignModel) {
  const { balance, bonus, net } = (yield* done(get("/adv/v1/balance"))).body
  assert.deepStrictEqual({ 0: balance, 1: net, 3: bonus }, model.funds)
  let budgets = 0
  for (const id of model.campaigns.keys()) {
    const { body, status, text } = yield* get(`/adv/v1/budget?id=${id}`)
    const expected = model.budget(id)
    if (expected === undefined) assert.deepStrictEqual([status, text], [400, "кампания не принадлежит продавцу"])
    else assert.deepStrictEqual(body, { cash: 0, netting: 0, total: expected })
    budgets += expected ?? 0
  }
  const funds = (yield* done(operator("GET", "/funds"))).body
  assert.deepStrictEqual(funds, { account: balance, balance: net, bonus, budgets })
  const spent = model.costs.reduce((sum, cost) => sum + cost, 0)
  assert.strictEqual(balance + net + bonus + budgets + spent, model.credited, "money is neither made nor lost")
  assert.isAtLeast(Math.min(balance, net, bonus, budgets), 0)
})

const compareStranger = Effect.fnUntraced(function* (model: CampaignModel) {
  assert.deepStrictEqual((yield* get("/adv/v1/promotion/count", another)).body, { adverts: null, all: 0 })
  const ids = [...model.campaigns.keys()].slice(-50)
  if (ids.length > 0) assert.strictEqual((yield* call("POST", "/adv/v1/promotion/adverts", ids, another)).status, 204)
  assert.deepStrictEqual((yield* get("/adv/v1/balance", another)).body, { balance: 0, net: 0, bonus: 0 })
})

export const compare = Effect.fnUntraced(function* (model: CampaignModel) {
  yield* compareInformation(model)
  yield* compareMoney(model)
  yield* compareStranger(model)
})

/** Each top-up and each cost has its row, in the order in which they were made. */
const compareMovements = Effect.fnUntraced(function* (model: CampaignModel) {
  const topUps: ReadonlyArray<any> = (yield* done(get("/adv/v1/payments"))).body
  assert.deepStrictEqual(
    topUps.map(({ sum }) => sum),
    model.toppedUp
  )
  const costs: ReadonlyArray<any> = (yield* done(get("/adv/v1/upd?from=1970-01-01&to=1970-01-31"))).body
  assert.deepStrictEqual(
    costs.map(({ updSum }) => updSum),
    model.costs
  )
})

const eventText = ({ payload: [payload], type }: any): string => {
  const { advertId, changedAt, exhaustedAt, from, removedAt, to } = payload
  if (type === "campaign_removed") return `${advertId} removed at ${Date.parse(removedAt)}`
  if (type === "campaign_budget_exhausted") return `${advertId} exhausted at ${Date.parse(exhaustedAt)}`
  return `${advertId} from ${from} to ${to} at ${Date.parse(changedAt)}`
}

/** What sellers were told: one event for each change. */
const compareEvents = Effect.fnUntraced(function* (model: CampaignModel) {
  const told: Array<string> = []
  let cursor = ""
  do {
    const { events, next } = (yield* done(get(`/api/v1/events?limit=50${cursor}`))).body
    told.push(...events.map(eventText))
    cursor = next === "" ? "" : `&next=${next}`
  } while (cursor !== "")
  assert.deepStrictEqual(told.toSorted(), model.events.toSorted())
})

/** What is written down of the past, once all that is due is written. */
export const comparePast = Effect.fnUntraced(function* (model: CampaignModel) {
  yield* compareMovements(model)
  yield* compareEvents(model)
})
