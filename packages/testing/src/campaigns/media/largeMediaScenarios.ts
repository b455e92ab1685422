/** Media campaigns as large as the marketplace's own side may put them in: they can be changed like any other. */
import { assert } from "@effect/vitest"
import { Array, Effect } from "effect"
import { call, type CampaignTest, done, operator } from "../CampaignWorld.ts"
import { actOnMedia, item, mediaInformation, putMedia } from "./mediaCalls.ts"

const mostBytes = 950_000

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

const text = "Щ".repeat(2000)
const { cpm: _, ...unpaid } = item
const banner = { ...unpaid, message: text, bottomText1: text, bottomText2: text }
const nms = Array.makeBy(400, (index) => 999_999_999_999_000 + index)

const bannersWith = (urlAt: (place: number) => string) =>
  Array.makeBy(50, (place) => ({ ...banner, id: place, nms, url: urlAt(place) }))

const missing = mostBytes - bytesOf(bannersWith(() => ""))
const items = bannersWith((place) => "x".repeat(Math.min(2000, Math.max(0, missing - 2000 * place))))

export const largeMediaScenarios = (test: CampaignTest): void => {
  test(
    "as large as they may be take bids and a reason like any other",
    Effect.gen(function* () {
      assert.strictEqual(bytesOf(items), mostBytes)
      yield* putMedia(1, { name: "Щ".repeat(250), brand: "Щ".repeat(250), items })
      for (const { id } of items)
        yield* done(call("POST", "/adv/v1/item/cpm/change", { advert_id: 1, item_id: id, cpm: 1_000_000_000 }))
      const reason = "Щ".repeat(1000)
      yield* done(actOnMedia("pause", 1, reason))
      const { extended, status } = yield* mediaInformation(1)
      assert.deepStrictEqual([status, extended.reason], [9, reason])
    })
  )

  test(
    "beyond that are refused",
    Effect.gen(function* () {
      const larger = items.map((one) => ({ ...one, place: 10 }))
      const campaign = { name: "A", brand: "B", type: 2, status: 6, items: larger }
      const { body, status } = yield* operator("PUT", "/media-campaigns/1", campaign)
      assert.deepStrictEqual([status, body.errors[0].location], [400, "body.items"])
    })
  )
}
