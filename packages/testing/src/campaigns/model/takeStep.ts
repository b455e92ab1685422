/** Takes a step in the service and in the model: both give the same answer. */
import { assert } from "@effect/vitest"
import type { HostCaller } from "@sellerkit/core"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  another,
  type Answer,
  call,
  caughtUp,
  done,
  dresses,
  get,
  operator,
  product,
  shirts
} from "../CampaignWorld.ts"
import type { FailingRecords } from "../failingRecords.ts"
import type { CampaignModel, Expected, Source } from "./CampaignModel.ts"
import type { Step, StepOf } from "./Step.ts"

const paths = {
  launch: "/adv/v0/start",
  pause: "/adv/v0/pause",
  complete: "/adv/v0/stop",
  remove: "/adv/v0/delete"
} as const

const sourceNames = { 0: "account", 1: "balance", 3: "bonus" } as const

const assertAnswer = ({ body, status, text }: Answer, [expected, words]: Expected): void => {
  assert.strictEqual(status, expected, text)
  if (words !== undefined) assert.strictEqual(body?.error ?? body ?? text, words)
}

/** The service that takes the steps, whose storage fails where a process is to crash. */
export interface Trial {
  readonly model: CampaignModel
  readonly failing: FailingRecords
}

/** What a request came to. Where its process crashed, the model takes the step if it was written. Gives whether it did. */
const settle = ({ failing: { lastFailure } }: Trial, answer: Answer, expected: () => Expected): boolean => {
  if (answer.status < 500 || lastFailure === undefined) {
    const answered = expected()
    assertAnswer(answer, answered)
    return answered[0] < 300
  }
  if (lastFailure === "answer") expected()
  return lastFailure === "answer"
}

const credit = Effect.fnUntraced(function* (trial: Trial, key: string, sum: number, source: Source) {
  const input = { [sourceNames[source]]: sum, idempotencyKey: key }
  settle(trial, yield* operator("POST", "/funds", input), () => trial.model.credit(key, sum, source))
})

const types = ["campaign_status_changed", "campaign_budget_exhausted", "campaign_declined", "campaign_removed"]

/** A seller with products and money, in both, which is told of everything. */
export const begin = Effect.fnUntraced(function* (trial: Trial) {
  trial.model.advance(yield* Clock.currentTimeMillis)
  const products = [product(101, shirts), product(102, shirts), product(201, dresses)]
  yield* done(operator("PUT", "/products", { products }))
  // Nothing is sent to it: what happens is kept for it.
  const subscriptions = types.map((event) => ({ scope: "promotion", event }))
  const webhook = { enabled: false, name: "Campaigns", url: "https://shop.example/hook", subscriptions }
  yield* done(call("POST", "/api/v1/webhooks", webhook))
  yield* credit(trial, "account", 6000, 0)
  yield* credit(trial, "balance", 4000, 1)
  yield* credit(trial, "bonus", 2000, 3)
})

/** The campaign that the model does not know yet. */
const newId = Effect.fnUntraced(function* (model: CampaignModel) {
  const { adverts } = (yield* done(get("/adv/v1/promotion/count"))).body
  const ids: ReadonlyArray<number> = adverts.flatMap(({ advert_list: list }: any) =>
    list.map(({ advertId }: any) => advertId)
  )
  const unknown = ids.filter((id) => !model.campaigns.has(id))
  assert.strictEqual(unknown.length, 1)
  return unknown[0]!
})

const createAutomatic = Effect.fnUntraced(function* (trial: Trial, step: StepOf<"CreateAutomatic">) {
  const { model } = trial
  const { cpm, isPaused, source, sum } = step
  const input = { type: 8, name: "Winter", subjectId: 192, sum, btype: source, on_pause: isPaused, cpm }
  const answer = yield* call("POST", "/adv/v1/save-ad", input)
  const refusal = model.topUpRefusal(sum, source)
  if (!settle(trial, answer, () => refusal ?? [200])) return
  const id = yield* newId(model)
  if (answer.status === 200) assert.strictEqual(answer.body, String(id))
  // A bid below the minimum is raised to it.
  const view = { status: isPaused ? 11 : 9, name: "Winter", bids: { all: Math.max(cpm, 100) } }
  model.created(id, { type: 8, isManual: false }, view, { 0: 0, 1: 0, 3: 0, [source]: sum })
})

const createAuction = Effect.fnUntraced(function* (trial: Trial, step: StepOf<"CreateAuction">) {
  const { model } = trial
  const { bidType, nms } = step
  const input = { name: "Summer", bid_type: bidType, nms: nms === "both" ? [101, 201] : [102] }
  const answer = yield* call("POST", "/adv/v2/seacat/save-ad", input)
  if (!settle(trial, answer, () => [200])) return
  const id = yield* newId(model)
  if (answer.status === 200) assert.strictEqual(answer.body, id)
  const bids = { "192 search": 150, "192 catalog": 150, ...(nms === "both" && { "69 search": 150, "69 catalog": 150 }) }
  const view = { status: 4, name: "Summer", hasFixedPhrases: false, bids }
  model.created(id, { type: 9, isManual: bidType === "manual" }, view, { 0: 0, 1: 0, 3: 0 })
})

const anId = ({ campaigns }: CampaignModel, which: number): number => {
  const ids = [...campaigns.keys()]
  return ids[which % Math.max(1, ids.length)] ?? 1
}

/** Asks for one of the campaigns, or for one that nobody has. For a stranger each is as good as none. */
const onCampaign = <E, R>(
  trial: Trial,
  { campaign, isStranger }: Pick<StepOf<"Act">, "campaign" | "isStranger">,
  expected: (id: number) => Expected,
  ask: (id: number, caller: HostCaller | undefined) => Effect.Effect<Answer, E, R>
) => {
  const id = anId(trial.model, campaign)
  const answer = ask(id, isStranger ? another : undefined)
  return Effect.map(answer, (given) => settle(trial, given, () => expected(isStranger ? 1 : id)))
}

const spend = Effect.fnUntraced(function* (trial: Trial, { campaign, hundredths }: StepOf<"Spend">) {
  const id = anId(trial.model, campaign)
  const counts = { views: 1, clicks: 1, atbs: 0, orders: 0, shks: 0, sum_price: 0 }
  const row = { advertId: id, date: "1970-01-01", appType: 1, nmId: 101, ...counts, sum: hundredths / 100 }
  const answer = yield* operator("POST", "/campaign-statistics", JSON.stringify(row), "application/x-ndjson")
  settle(trial, answer, () => {
    const isFound = trial.model.spend(id, hundredths)
    if (answer.status === 200) assert.strictEqual(answer.body.refused.length, isFound ? 0 : 1)
    return [200]
  })
})

const bidInput = (model: CampaignModel, advertId: number, { cpm, instrument, subject, type }: StepOf<"Bid">) => ({
  advertId,
  type: type === "own" ? (model.campaigns.get(advertId)?.type ?? 9) : type,
  cpm,
  ...(subject !== "none" && { param: subject }),
  ...(instrument !== "none" && { instrument })
})

export const waitUntil = Effect.fnUntraced(function* (model: CampaignModel, time: number) {
  model.advance(time)
  yield* TestClock.setTime(time)
  yield* caughtUp
})

/** All steps but a crash, which is about the next one. */
export const takeStep = (trial: Trial, step: Exclude<Step, StepOf<"Crash">>) => {
  const { model } = trial
  switch (step._tag) {
    case "CreateAutomatic":
      return createAutomatic(trial, step)
    case "CreateAuction":
      return createAuction(trial, step)
    case "Act": {
      const { action } = step
      const expected = (id: number) => model.act(id, action)
      return onCampaign(trial, step, expected, (id, caller) => get(`${paths[action]}?id=${id}`, caller))
    }
    case "Rename": {
      const { name } = step
      const expected = (id: number) => model.rename(id, name)
      return onCampaign(trial, step, expected, (advertId, caller) =>
        call("POST", "/adv/v0/rename", { advertId, name }, caller)
      )
    }
    case "Bid": {
      const expected = (id: number) => model.bid(id, step)
      return onCampaign(trial, step, expected, (id, caller) =>
        call("POST", "/adv/v0/cpm", bidInput(model, id, step), caller)
      )
    }
    case "TopUp": {
      const { source, sum } = step
      const expected = (id: number) => model.topUp(id, sum, source)
      return onCampaign(trial, step, expected, (id, caller) =>
        call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum, type: source }, caller)
      )
    }
    case "FixedPhrases": {
      const { isActive } = step
      const expected = (id: number) => model.fixPhrases(id, isActive)
      return onCampaign(trial, step, expected, (id, caller) =>
        get(`/adv/v1/search/set-plus?id=${id}&fixed=${isActive}`, caller)
      )
    }
    case "Spend":
      return spend(trial, step)
    case "Credit":
      return credit(trial, step.key, step.sum, step.source)
    case "Wait":
      return waitUntil(model, model.now + step.milliseconds)
    case "WaitForEnd": {
      const end = model.now - (model.now % step.of) + step.of + step.off
      return waitUntil(model, end > model.now ? end : end + step.of)
    }
  }
}
