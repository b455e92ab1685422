/** What existing clients send, and what they rely on in the answers. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApiService } from "../ApiTarget.ts"
import { type Answer, callerWith, newSeller } from "../Caller.ts"
import { createAuction, createAutomatic, newAdvertiser, putMedia } from "../promotion/Advertiser.ts"
import { assertDone, assertRefused, succeeded } from "../promotion/PromotionAnswer.ts"
import type { ReportedSellers } from "../reports/ReportedSellers.ts"
import { type PromotionAnswer, promotionRequests } from "./promotionRequests.ts"
import { type ReportAnswer, reportRequests } from "./reportRequests.ts"
import { filledValue, type Placeholders, send } from "./SentRequest.ts"

// Some at a time, as a seller's programs are.
const atOnce = 4

const keysOf = (body: any): ReadonlyArray<number | string> =>
  (body.data?.items ?? body).map(
    ({ incomeId, nmId, rrd_id, rrdId = rrd_id, srid }: any) => rrdId ?? incomeId ?? srid ?? nmId
  )

const assertReport = (answer: Answer, expected: ReportAnswer, sentBy: string): void => {
  assert.strictEqual(answer.status, expected.status, `${sentBy}: ${answer.text}`)
  if (expected.status === 204) return assert.strictEqual(answer.text, "", sentBy)
  assert.strictEqual(answer.headers.get("content-type"), "application/json", sentBy)
  if (expected.status === 200) assert.deepStrictEqual(keysOf(answer.body), expected.rows, sentBy)
  else assert.deepStrictEqual(answer.body.errors ?? answer.body.detail, expected.says, sentBy)
}

/** Lists are compared from their beginning, objects by the fields that are expected. */
const assertHas = (found: any, expected: any): void => {
  if (typeof expected !== "object") return assert.strictEqual(found, expected)
  if (Array.isArray(expected) && expected.length === 0) return assert.deepStrictEqual(found, [])
  for (const [name, value] of Object.entries(expected)) assertHas(found[name], value)
}

const assertPromotion = (answer: Answer, expected: PromotionAnswer, placeholders: Placeholders): void => {
  if (expected === "done") return assertDone(answer)
  if (expected === "created") return assert.isAbove(Number(succeeded(answer)), 0)
  if ("refused" in expected) return assertRefused(answer, ...expected.refused)
  assertHas(succeeded(answer), filledValue(expected.given, placeholders))
}

export const existingClientsApiSuite = (service: ApiService, reported: () => ReportedSellers): void => {
  describe("existing clients", () => {
    describe("ask for reports", () => {
      for (const [about, requests] of Object.entries(reportRequests)) {
        it(`about ${about}`, async () => {
          const { day, next, sellerId, sellerIdsOfStocks } = reported()
          const left = requests.entries()
          const sendOn = async () => {
            for (const [index, [sentBy, request, answer]] of left) {
              const sender = about === "current stocks" ? sellerIdsOfStocks[index]! : sellerId
              assertReport(await send(service, sender, request, { DAY: day, NEXT: next }), answer, sentBy)
            }
          }
          await Promise.all(Array.from({ length: atOnce }, sendOn))
        })
      }
    })

    describe("ask for campaigns", () => {
      let sellerId: string
      let placeholders: Placeholders
      beforeAll(async () => {
        const caller = await newAdvertiser(service)
        sellerId = caller.sellerId
        await putMedia(service, sellerId, 7)
        const [AUCTION, AUTOMATIC] = [
          await createAuction(caller),
          await createAutomatic(caller, { nms: [101], btype: 0 })
        ]
        const [{ date }] = succeeded(await caller.get("/adv/v1/payments"))
        placeholders = { AUCTION, AUTOMATIC, MEDIA: 7, AS_TEXT: String(AUCTION), TODAY: date.slice(0, 10) }
      })

      for (const [about, requests] of Object.entries(promotionRequests)) {
        // One after the other: a later one shows what an earlier one has changed.
        it.each(requests)(`${about}: %s`, async (_sentBy, request, answer) => {
          assertPromotion(await send(service, sellerId, request, placeholders), answer, placeholders)
        })
      }

      it("get a refusal as text that every client reads", async () => {
        const { AUCTION } = placeholders
        const stranger = newSeller()
        const token = await service.token({ sellerId: stranger, type: "personal" })
        const refused = await callerWith(service, token, stranger).get(`/adv/v1/budget?id=${AUCTION}`)
        assertRefused(refused, 400, "text", "кампания не принадлежит продавцу")
      })
    })
  })
}
