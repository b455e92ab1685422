/** Requests that are meant to do harm: each is answered in the published body, soon, and changes nothing. */
import { afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Hash } from "effect"
import type { ApiService } from "./ApiTarget.ts"
import { createAuction, newAdvertiser, putMedia } from "./promotion/Advertiser.ts"
import { assertRefused, succeeded } from "./promotion/PromotionAnswer.ts"
import {
  type Answer,
  assertFields,
  assertProblem,
  type Caller,
  callerWith,
  newSeller,
  newWebhook,
  read
} from "./Caller.ts"

const alphabet = Array.from({ length: 32 }, (_, index) => String.fromCharCode("A".charCodeAt(0) + index)).filter(
  (character) => character !== "\\"
)
const pieces = alphabet.flatMap((first) =>
  alphabet.flatMap((second) => alphabet.map((third) => first + second + third))
)

/** Texts whose `Hash.string` is one. It reads from the end, so pieces before any of `texts` collide as before the first. */
const collidingTexts = (count: number): ReadonlyArray<string> => {
  let texts = [""]
  while (texts.length < count) {
    const groups = new Map<number, Array<string>>()
    for (const piece of pieces) {
      const hash = Hash.string(piece + texts[0]!)
      const group = groups.get(hash)
      if (group === undefined) groups.set(hash, [piece])
      else group.push(piece)
    }
    const [largest] = [...groups.values()].toSorted((left, right) => right.length - left.length)
    texts = texts.flatMap((text) => largest!.map((piece) => piece + text)).slice(0, count)
  }
  return texts
}

// Long for any request, however busy the machine; short for work that grows with the square of a mebibyte.
const soon = 20_000

const mebibyte = 1_048_576

export const hostileApiSuite = (service: ApiService): void => {
  describe("hostile requests", () => {
    let token: string
    let caller: Caller
    beforeEach(async () => {
      const sellerId = newSeller()
      token = await service.token({ sellerId })
      caller = callerWith(service, token, sellerId)
    })
    afterEach(async () => {
      const { body } = await caller.get("/api/v1/webhooks")
      assert.deepStrictEqual(body.webhooks, [])
    })

    const create = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
      caller.call("POST", "/api/v1/webhooks", body, headers)
    /** With the value as JSON text, where `JSON.stringify` cannot write it. */
    const createWith = (field: string, json: string): Promise<Answer> =>
      create(JSON.stringify(newWebhook({ [field]: "HERE" })).replace('"HERE"', json))

    /** Without a content type or a length, unless `headers` give them. */
    const createFrom = async (body: BodyInit, headers?: Record<string, string>): Promise<Answer> =>
      read(
        await service.fetch("/api/v1/webhooks", {
          method: "POST",
          headers: { authorization: token, ...headers },
          body,
          // What a stream needs; the types of browsers do not know it.
          duplex: "half"
        } as RequestInit)
      )

    const answersSoon = async (request: () => Promise<Answer>): Promise<Answer> => {
      const asked = performance.now()
      const answer = await request()
      assert.isBelow(performance.now() - asked, soon)
      return answer
    }

    it("refuses thousands of subscriptions whose hashes collide, soon", async () => {
      const events = collidingTexts(3000)
      assert.strictEqual(new Set(events).size, 3000)
      assert.isBelow(new Set(events.map(Hash.string)).size, 10)
      const subscriptions = events.map((event) => ({ scope: "content", event }))
      const answer = await answersSoon(() => create(newWebhook({ subscriptions })))
      assertProblem(answer, 400)
      assert.match(answer.body.errors[0].location, /^body\.subscriptions\.0/)
    })

    it.each([
      ["objects", "{}"],
      ["numbers", "1"],
      ["arrays", "[]"]
    ])("refuses a mebibyte of %s, soon", async (_title, element) => {
      const list = `[${Array(Math.floor(mebibyte / (element.length + 1)) - 200)
        .fill(element)
        .join(",")}]`
      assertFields(await answersSoon(() => create(list)), "body")
      assertFields(await answersSoon(() => createWith("subscriptions", list)), "body")
    })

    it.each(["enabled", "name", "url", "subscriptions"])(
      "shows a number that JSON cannot write as null: %s",
      async (field) => {
        for (const number of ["1e999", "-1e999"]) {
          const answer = await createWith(field, number)
          assertFields(answer, `body.${field}`)
          assert.isNull(answer.body.errors[0].value)
        }
      }
    )

    it("refuses JSON under the name of something else, or of nothing", async () => {
      const body = new TextEncoder().encode(JSON.stringify(newWebhook()))
      for (const type of ["application/merge-patch+json", "application/vnd.api+json", "text/plain", "text/json"]) {
        const answer = await create(body, { "content-type": type })
        assertFields(answer, "header.content-type")
        assert.strictEqual(answer.body.errors[0].value, type)
      }
      const unnamed = await createFrom(body)
      assertFields(unnamed, "header.content-type")
      assert.isNull(unnamed.body.errors[0].value)
    })

    it("refuses bodies that are too large although the operation takes none", async () => {
      const id = "019845e1-682f-4b02-a706-3b2422d13aec"
      const body = " ".repeat(2 * mebibyte)
      const headers = { "content-length": String(body.length) }
      for (const [method, path] of [
        ["POST", `/api/v1/webhooks/${id}/test/send`],
        ["POST", `/api/v1/webhooks/${id}/secret/refresh`],
        ["DELETE", `/api/v1/webhooks/${id}`]
      ] as const) {
        assertProblem(await caller.call(method, path, body, headers), 413)
      }
    })

    it("refuses a body that is too large and does not say so beforehand", async () => {
      const chunk = new TextEncoder().encode(" ".repeat(mebibyte / 4))
      let left = 8
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close())
      })
      assertProblem(await createFrom(body, { "content-type": "application/json" }), 413)
    })

    it("takes the last of a key given twice, and `__proto__` for a key like any other", async () => {
      const twice = JSON.stringify(newWebhook()).replace('"name":', '"name":"First","name":"No","name":7,"other":')
      assertFields(await create(twice), "body.name")
      const inherited = `{"__proto__":${JSON.stringify(newWebhook())}}`
      assertFields(await create(inherited), "body.enabled", "body.name", "body.url", "body.subscriptions")
    })

    it.each([
      ["a lone surrogate", "ab\\ud800c"],
      ["a control character", "ab\\u0007c"],
      ["an escape sequence", "ab\\u001b[2Jc"]
    ])("refuses a name with %s", async (_title, name) => {
      assertFields(await createWith("name", `"${name}"`), "body.name")
    })

    describe("about media campaigns", () => {
      const id = 23_569
      let advertiser: Caller
      beforeAll(async () => {
        advertiser = await newAdvertiser(service)
        await putMedia(service, advertiser.sellerId, id)
      })

      it.each([
        ["objects", "{}"],
        ["ids that are none", '{"id":"x"}'],
        ["requests", `{"id":${id}}`]
      ])("refuse a mebibyte of %s, soon", async (_title, element) => {
        const list = `[${Array(Math.floor(mebibyte / (element.length + 1)) - 200)
          .fill(element)
          .join(",")}]`
        const answer = await answersSoon(() => advertiser.post("/adv/v1/stats", list))
        assertRefused(answer, 400, "error", "Некорректное тело запроса")
      })

      it.each(["1e999", "-1", "1.5", "0", "123456789012345678901234567890", '"1"', "true", "null", "[]", "{}"])(
        "refuse %s for an id and for a bid, and change nothing",
        async (json) => {
          const unreadable = "Ошибка обработки тела запроса"
          const stopped = await advertiser.post("/adv/v1/advert/stop", `{"advert_id":${json}}`)
          assertRefused(stopped, 422, "jsonText", unreadable)
          const paused = await advertiser.post("/adv/v1/advert/pause", `{"advert_id":${json}}`)
          assert.deepInclude(paused.body, { status: 422, code: "invalid_request" })
          const found = await advertiser.get(`/adv/v1/advert?id=${encodeURIComponent(json)}`)
          if (json !== '"1"') assertRefused(found, 400, "text", "Некорректный ID РК")
          // A bid is any whole number, or a text of its digits: these are too low.
          const bid = await advertiser.post("/adv/v1/item/cpm/change", `{"advert_id":${id},"item_id":7,"cpm":${json}}`)
          if (["-1", "0", '"1"'].includes(json))
            assertRefused(bid, 400, "jsonText", "Ставка не может быть менее 100 рублей")
          else assertRefused(bid, 422, "jsonText", unreadable)
          const { items, status } = succeeded(await advertiser.get(`/adv/v1/advert?id=${id}`))
          assert.deepStrictEqual([status, items[0].cpm], [6, 300])
        }
      )

      it("refuse a reason with control characters, and one that is too long", async () => {
        for (const reason of ["ab\\u0007c", "ab\\ud800c", "x".repeat(1001)]) {
          const stopped = await advertiser.post("/adv/v1/advert/stop", `{"advert_id":${id},"reason":"${reason}"}`)
          assertRefused(stopped, 422, "jsonText", "Ошибка обработки тела запроса")
        }
      })
    })

    describe("about campaigns", () => {
      let advertiser: Caller
      let id: number
      beforeAll(async () => {
        advertiser = await newAdvertiser(service)
        id = await createAuction(advertiser)
      })

      const unreadable = "Ошибка обработки тела запроса"
      const wrongCreation = "Некорректное тело запроса"

      it.each([
        ["objects", "{}"],
        ["numbers", "101"],
        ["arrays", "[]"]
      ])("refuse a mebibyte of %s, soon", async (_title, element) => {
        const list = `[${Array(Math.floor(mebibyte / (element.length + 1)) - 200)
          .fill(element)
          .join(",")}]`
        const send = (path: string, body: string) => answersSoon(() => advertiser.post(path, body))
        assertRefused(await send("/adv/v2/supplier/nms", list), 400, "text", unreadable)
        const parameters = "Ошибка обработки параметров запроса"
        assertRefused(await send("/adv/v1/promotion/adverts", list), 422, "text", parameters)
        const auction = `{"name":"Summer","nms":${list}}`
        assertRefused(await send("/adv/v2/seacat/save-ad", auction), 400, "jsonText", wrongCreation)
        const automatic = `{"type":8,"name":"Winter","subjectId":192,"nms":${list}}`
        assertRefused(await send("/adv/v1/save-ad", automatic), 400, "error", wrongCreation)
      })

      it.each(["1e999", "-1", "1.5", "0", "123456789012345678901234567890", '"1"', "true", "null", "[]", "{}"])(
        "refuse %s for an id",
        async (json) => {
          const text = "Некорректный идентификатор РК"
          const renamed = await advertiser.post("/adv/v0/rename", `{"advertId":${json},"name":"Autumn"}`)
          assertRefused(renamed, 400, "text", text)
          const path = `/adv/v0/start?id=${encodeURIComponent(json)}`
          if (json !== '"1"') assertRefused(await advertiser.get(path), 400, "text", text)
        }
      )

      it.each([
        ["a lone surrogate", "ab\\ud800c"],
        ["a control character", "ab\\u0007c"],
        ["an escape sequence", "ab\\u001b[2Jc"]
      ])("refuse a name with %s", async (_title, name) => {
        const renamed = await advertiser.post("/adv/v0/rename", `{"advertId":${id},"name":"${name}"}`)
        assertRefused(renamed, 400, "text", "Некорректное название")
        const created = await advertiser.post("/adv/v2/seacat/save-ad", `{"name":"${name}","nms":[101]}`)
        assertRefused(created, 400, "jsonText", "Некорректное название кампании")
      })

      it("refuse broken UTF-8, JSON that is nested too deep, and `__proto__` for anything but a key", async () => {
        const broken = new TextEncoder().encode(`{"advertId":${id},"name":"X"}`)
        broken[broken.indexOf("X".charCodeAt(0))] = 0xff
        for (const body of [broken, "[".repeat(5000), `{"__proto__":{"advertId":${id},"name":"Autumn"}}`]) {
          const answer = await advertiser.post("/adv/v0/rename", body)
          const [status, text] =
            typeof body === "string" && body.startsWith("{")
              ? [400, "Некорректный идентификатор РК"]
              : [422, unreadable]
          assertRefused(answer, status as number, "text", text as string)
        }
      })

      it("are too large above 1 MiB, also where they do not say so beforehand", async () => {
        const body = `{"advertId":${id},"name":"${" ".repeat(mebibyte)}"}`
        assertProblem(await advertiser.post("/adv/v0/rename", body), 413)
        const headers = { "content-length": String(2 * mebibyte) }
        assertProblem(await advertiser.call("POST", "/adv/v1/save-ad", " ".repeat(2 * mebibyte), headers), 413)
      })
    })

    it("refuses broken UTF-8", async () => {
      const text = JSON.stringify(newWebhook({ name: "ab\u0001c" }))
      const bytes = new TextEncoder().encode(text.replace(String.raw`\u0001`, "X"))
      for (const broken of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
        const at = bytes.indexOf("X".charCodeAt(0))
        const body = new Uint8Array([...bytes.slice(0, at), ...broken, ...bytes.slice(at + 1)])
        assertFields(await create(body), "body")
      }
    })
  })
}
