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

const credit = Effect.fnUntraced(function* (model: CampaignModel, key: string, sum: number, source: Source) {
  const input = { [sourceNames[source]]: sum, idempotencyKey: key }
  assertAnswer(yield* operator("POST", "/funds", input), model.credit(key, sum, source))
})

/** A seller with products and money, in both. */
export const begin = Effect.fnUntraced(function* (model: CampaignModel) {
  model.advance(yield* Clock.currentTimeMillis)
  const products = [product(101, shirts), product(102, shirts), product(201, dresses)]
  yield* done(operator("PUT", "/products", { products }))
  yield* credit(model, "account", 6000, 0)
  yield* credit(model, "balance", 4000, 1)
  yield* credit(model, "bonus", 2000, 3)
})

const createAutomatic = Effect.fnUntraced(function* (model: CampaignModel, step: StepOf<"CreateAutomatic">) {
  const { cpm, isPaused, source, sum } = step
  const input = { type: 8, name: "Winter", subjectId: 192, sum, btype: source, on_pause: isPaused, cpm }
  const answer = yield* call("POST", "/adv/v1/save-ad", input)
  const refusal = model.topUpRefusal(sum, source)
  assertAnswer(answer, refusal ?? [200])
  if (refusal !== undefined) return
  // A bid below the minimum is raised to it.
  const view = { status: isPaused ? 11 : 9, name: "Winter", bids: { all: Math.max(cpm, 100) } }
  model.created(Number(answer.body), { type: 8, isManual: false }, view, { 0: 0, 1: 0, 3: 0, [source]: sum })
})

const createAuction = Effect.fnUntraced(function* (model: CampaignModel, step: StepOf<"CreateAuction">) {
  const { bidType, nms } = step
  const input = { name: "Summer", bid_type: bidType, nms: nms === "both" ? [101, 201] : [102] }
  const answer = yield* done(call("POST", "/adv/v2/seacat/save-ad", input))
  const bids = { "192 search": 150, "192 catalog": 150, ...(nms === "both" && { "69 search": 150, "69 catalog": 150 }) }
  const view = { status: 4, name: "Summer", hasFixedPhrases: false, bids }
  model.created(answer.body, { type: 9, isManual: bidType === "manual" }, view, { 0: 0, 1: 0, 3: 0 })
})

/** Asks for one of the campaigns, or for one that nobody has. For a stranger each is as good as none. */
const onCampaign = <E, R>(
  model: CampaignModel,
  { campaign, isStranger }: Pick<StepOf<"Act">, "campaign" | "isStranger">,
  expected: (id: number) => Expected,
  ask: (id: number, caller: HostCaller | undefined) => Effect.Effect<Answer, E, R>
) => {
  const ids = [...model.campaigns.keys()]
  const id = ids[campaign % Math.max(1, ids.length)] ?? 1
  const answer = ask(id, isStranger ? another : undefined)
  return Effect.map(answer, (given) => assertAnswer(given, expected(isStranger ? 1 : id)))
}

const bidInput = (model: CampaignModel, advertId: number, { cpm, instrument, subject, type }: StepOf<"Bid">) => ({
  advertId,
  type: type === "own" ? (model.campaigns.get(advertId)?.type ?? 9) : type,
  cpm,
  ...(subject !== "none" && { param: subject }),
  ...(instrument !== "none" && { instrument })
})

const waitUntil = Effect.fnUntraced(function* (model: CampaignModel, time: number) {
  model.advance(time)
  yield* TestClock.setTime(time)
  yield* caughtUp
})

export const takeStep = (model: CampaignModel, step: Step) => {
  switch (step._tag) {
    case "CreateAutomatic":
      return createAutomatic(model, step)
    case "CreateAuction":
      return createAuction(model, step)
    case "Act": {
      const { action } = step
      const expected = (id: number) => model.act(id, action)
      return onCampaign(model, step, expected, (id, caller) => get(`${paths[action]}?id=${id}`, caller))
    }
    case "Rename": {
      const { name } = step
      const expected = (id: number) => model.rename(id, name)
      return onCampaign(model, step, expected, (advertId, caller) =>
        call("POST", "/adv/v0/rename", { advertId, name }, caller)
      )
    }
    case "Bid": {
      const expected = (id: number) => model.bid(id, step)
      return onCampaign(model, step, expected, (id, caller) =>
        call("POST", "/adv/v0/cpm", bidInput(model, id, step), caller)
      )
    }
    case "TopUp": {
      const { source, sum } = step
      const expected = (id: number) => model.topUp(id, sum, source)
      return onCampaign(model, step, expected, (id, caller) =>
        call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum, type: source }, caller)
      )
    }
    case "FixedPhrases": {
      const { isActive } = step
      const expected = (id: number) => model.fixPhrases(id, isActive)
      return onCampaign(model, step, expected, (id, caller) =>
        get(`/adv/v1/search/set-plus?id=${id}&fixed=${isActive}`, caller)
      )
    }
    case "Credit":
      return credit(model, step.key, step.sum, step.source)
    case "Wait":
      return waitUntil(model, model.now + step.milliseconds)
    case "WaitForEnd": {
      const end = model.now - (model.now % step.of) + step.of + step.off
      return waitUntil(model, end > model.now ? end : end + step.of)
    }
  }
}
