/** A seller with products and money. */
import { assert } from "@effect/vitest"
import type { ApiService, TokenOptions } from "../ApiTarget.ts"
import { type Answer, type Caller, callerWith, newSeller } from "../Caller.ts"
import { assertDone, succeeded } from "./PromotionAnswer.ts"

export const dresses = { subjectId: 69, subjectName: "Платья" }
export const shirts = { subjectId: 192, subjectName: "Рубашки" }

/** By numbers and titles. */
export const stock = [
  { nm: 101, title: "Shirt", ...shirts },
  { nm: 102, title: "Blouse", ...shirts },
  { nm: 201, title: "Dress", ...dresses }
]

export const money = { account: 10_000, balance: 5000, bonus: 2000 }

/** Calls the operator interface for a seller, for what must succeed. */
export const operate = async (
  { operator }: ApiService,
  method: string,
  sellerId: string,
  path: string,
  body?: unknown
): Promise<any> => {
  const answer = await operator(method, `/sellers/${sellerId}${path}`, body)
  const text = await answer.text()
  assert.isBelow(answer.status, 300, text)
  return text === "" ? undefined : JSON.parse(text)
}

/** `account` is in the query of the operator's operations: `?sandbox=true`, or nothing. */
export const stockUp = async (service: ApiService, sellerId: string, account = ""): Promise<void> => {
  await operate(service, "PUT", sellerId, `/products${account}`, { products: stock })
  await operate(service, "POST", sellerId, `/funds${account}`, { ...money, idempotencyKey: "first" })
}

/**
 * Calls in the name of one service of the seller after the other, each until its rate budget is spent: their budgets are their
 * own, and campaigns are the seller's.
 */
export const patientCaller = async (
  service: ApiService,
  sellerId: string,
  options: Partial<TokenOptions> = {}
): Promise<Caller> => {
  const next = async () =>
    callerWith(
      service,
      await service.token({ ...options, sellerId, type: "service", serviceId: crypto.randomUUID() }),
      sellerId
    )
  let current = await next()
  const call: Caller["call"] = async (...request): Promise<Answer> => {
    const answer = await current.call(...request)
    if (answer.status !== 429) return answer
    current = await next()
    return current.call(...request)
  }
  return { sellerId, call, get: (path) => call("GET", path), post: (path, body) => call("POST", path, body) }
}

/** With products and money. */
export const newAdvertiser = async (service: ApiService): Promise<Caller> => {
  const sellerId = newSeller()
  await stockUp(service, sellerId)
  return patientCaller(service, sellerId)
}

export const banner = { id: 7, name: "Front page", status: 6, cpm: 300 }

/** A media campaign that is shown, or as it is said. */
export const putMedia = (service: ApiService, sellerId: string, id: number, is: object = {}, account = "") =>
  operate(service, "PUT", sellerId, `/media-campaigns/${id}${account}`, {
    name: "Sale",
    brand: "Plank",
    type: 2,
    status: 6,
    items: [banner],
    extended: { budget: 1000 },
    ...is
  })

/** Gives its id. */
export const createAuction = async (caller: Caller, input: object = {}): Promise<number> => {
  const id = succeeded(await caller.post("/adv/v2/seacat/save-ad", { name: "Summer", nms: [101, 201], ...input }))
  assert.isTrue(Number.isSafeInteger(id), String(id))
  return id
}

/** Gives its id. */
export const createAutomatic = async (caller: Caller, input: object = {}): Promise<number> => {
  const body = { type: 8, name: "Winter", subjectId: shirts.subjectId, sum: 1000, btype: 1, ...input }
  const id = succeeded(await caller.post("/adv/v1/save-ad", body))
  assert.match(id, /^\d+$/)
  return Number(id)
}

export const topUp = async (caller: Caller, id: number, input: object = {}): Promise<void> =>
  assertDone(await caller.post(`/adv/v1/budget/deposit?id=${id}`, { sum: 1000, ...input }))

/** The campaigns with these ids as the information shows them. */
export const shown = async (caller: Caller, ...ids: ReadonlyArray<number>): Promise<ReadonlyArray<any>> => {
  const answer = await caller.post("/adv/v1/promotion/adverts", ids)
  return answer.status === 204 ? [] : succeeded(answer)
}
