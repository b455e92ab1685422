/** Owners see and change what is theirs, whatever they know of others: all of it, and nothing else. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { propertyRuns } from "../property/propertyRuns.ts"
import type { ApiService } from "./ApiTarget.ts"
import { type Answer, type Caller, newCaller, newSeller } from "./Caller.ts"
import {
  createAuction,
  newAdvertiser,
  operate,
  patientCaller,
  putMedia,
  shown,
  stockUp,
  topUp
} from "./promotion/Advertiser.ts"
import { assertDone, assertRefused, succeeded } from "./promotion/PromotionAnswer.ts"
import { anySteps, beginning } from "./isolation/Step.ts"
import { IsolationWorld } from "./isolation/IsolationWorld.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made shorter.
const timeout = 300_000

export const isolationApiSuite = (service: ApiService, trials = 1): void => {
  describe("isolation", () => {
    let receiver: Server
    beforeAll(async () => {
      receiver = createServer((_request, response) => response.end()).listen(0, "127.0.0.1")
      await once(receiver, "listening")
    })
    afterAll(() => {
      receiver.closeAllConnections()
      receiver.close()
    })

    describe("of campaigns", () => {
      let owner: Caller
      let id: number
      let friends: ReadonlyArray<Caller>
      let strangers: ReadonlyArray<Caller>
      beforeAll(async () => {
        owner = await newAdvertiser(service)
        const { sellerId } = owner
        id = await createAuction(owner)
        await topUp(owner, id)
        friends = [await newCaller(service, { sellerId, type: "personal" }), await patientCaller(service, sellerId)]
        const sandbox = await patientCaller(service, sellerId, { sandbox: true })
        const another = await patientCaller(service, newSeller())
        await stockUp(service, sellerId, "?sandbox=true")
        await stockUp(service, another.sellerId)
        strangers = [sandbox, another]
      })

      const views: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
        ["GET", "/adv/v1/promotion/count"],
        ["POST", "/adv/v1/promotion/adverts?type=9", null],
        ["GET", "/adv/v1/balance"],
        ["GET", "/adv/v1/payments"]
      ]

      it("lets every token of the seller see and change the same ones", async () => {
        for (const view of views) {
          const [expected, ...others] = await Promise.all([owner, ...friends].map((caller) => caller.call(...view)))
          assert.strictEqual(expected!.status, 200)
          for (const { body } of others) assert.deepStrictEqual(body, expected!.body, view[1])
        }
        assertDone(await friends[0]!.post("/adv/v0/rename", { advertId: id, name: "Summer" }))
      })

      it("shows nothing of them to others", async () => {
        for (const stranger of strangers) {
          const [lists, found, balance, payments] = await Promise.all(views.map((view) => stranger.call(...view)))
          assert.deepStrictEqual(succeeded(lists!), { adverts: null, all: 0 })
          assert.strictEqual(found!.status, 204)
          assert.deepStrictEqual(succeeded(balance!), { balance: 10_000, net: 5000, bonus: 2000 })
          assert.deepStrictEqual(succeeded(payments!), [])
          assert.isEmpty(await shown(stranger, id))
        }
      })

      it("answers what others do with them exactly as if they were missing, and changes nothing", async () => {
        const actions = (advertId: number): ReadonlyArray<readonly [method: string, path: string, body?: unknown]> => [
          ...[
            "/adv/v0/delete",
            "/adv/v0/start",
            "/api/v0/pause",
            "/adv/v0/pause",
            "/adv/v0/stop",
            "/adv/v1/budget"
          ].map((path) => ["GET", `${path}?id=${advertId}`] as const),
          ["POST", "/adv/v0/rename", { advertId, name: "Mine" }],
          ["POST", "/adv/v0/cpm", { advertId, type: 9, cpm: 500, param: 192 }],
          ["POST", `/adv/v1/budget/deposit?id=${advertId}`, { sum: 1000 }]
        ]
        const before = await operate(service, "GET", owner.sellerId, "/funds")
        const absent = actions(999_999_999_999)
        for (const stranger of strangers) {
          for (const [index, action] of actions(id).entries()) {
            const theirs = await stranger.call(...action)
            const none = await stranger.call(...absent[index]!)
            const shape = ({ headers, status, text }: Answer) => [status, headers.get("content-type"), text]
            assert.deepStrictEqual(shape(theirs), shape(none), action[1])
            assert.strictEqual(theirs.status, 400)
          }
        }
        assert.deepStrictEqual(await operate(service, "GET", owner.sellerId, "/funds"), before)
        assert.strictEqual((await shown(owner, id))[0].name, "Summer")
      })

      it("shows nothing of media campaigns to others, and answers what they do with them as if they were missing", async () => {
        const advertId = 23_569
        await putMedia(service, owner.sellerId, advertId)
        for (const friend of friends) {
          assert.strictEqual(succeeded(await friend.get(`/adv/v1/advert?id=${advertId}`)).status, 6)
        }
        for (const stranger of strangers) {
          assert.deepStrictEqual(succeeded(await stranger.get("/adv/v1/count")), { all: 0, adverts: null })
          for (const path of ["/adv/v1/adverts", `/adv/v1/advert?id=${advertId}`]) {
            assert.strictEqual((await stranger.get(path)).status, 204)
          }
          const actions: ReadonlyArray<readonly [path: string, input?: object]> = [
            ["/adv/v1/advert/stop"],
            ["/adv/v1/advert/start"],
            ["/adv/v1/item/cpm/change", { item_id: 7, cpm: 500 }]
          ]
          for (const [path, input] of actions) {
            const answer = await stranger.post(path, { advert_id: advertId, ...input })
            assertRefused(answer, 400, "jsonText", "Кампания не найдена")
          }
          const paused = await stranger.post("/adv/v1/advert/pause", { advert_id: advertId })
          assert.deepInclude(paused.body, { status: 422, code: "campaign_not_found" })
          const [statistics] = succeeded(await stranger.post("/adv/v1/stats", [{ id: advertId }]))
          assert.deepStrictEqual(statistics, { advert_id: advertId, error: "кампания не найдена" })
        }
        assert.strictEqual(succeeded(await owner.get(`/adv/v1/advert?id=${advertId}`)).items[0].cpm, 300)
      })
    })

    it.live.prop(
      "holds whatever sellers and their services do: another owner's id is as good as none",
      [Schema.Boolean, anySteps],
      ([begun, steps]) =>
        Effect.promise(async () => {
          const { port } = receiver.address() as AddressInfo
          const world = new IsolationWorld(service, `http://127.0.0.1:${port}/hook`)
          for (const step of begun ? [...beginning, ...steps] : steps) await world.take(step)
          await world.verify()
        }),
      { timeout, arbitrary: propertyRuns(50 * trials, 100) }
    )
  })
}
