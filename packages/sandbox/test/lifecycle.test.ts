/** Operations that are deprecated and switched off, and fields and limits that come on a day, at the times when that happens. */
import { assert, describe, it } from "@effect/vitest"
import { Campaigns, SellerId } from "@sellerkit/core"
import { Effect } from "effect"
import { Sandbox as SandboxService } from "../src/effect/index.ts"
import { Sandbox, type SandboxOptions } from "../src/index.ts"

/** An answer with its body as text. */
const ask = async (seller: Sandbox, method: string, path: string, body?: unknown, token?: string) => {
  const response = await seller.fetch(path, {
    method,
    headers: { authorization: token ?? (await seller.token()) },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const lifecycleHeaders = ["deprecation", "sunset", "link"]

/** What an answer says of the life of its operation. */
const said = ({ headers }: { readonly headers: Headers }) => lifecycleHeaders.map((name) => headers.get(name))

/** The type 8 methods and those with bids in roubles are switched off on 2 February 2026. */
const [lastMoment, day] = ["2026-02-01T23:59:59+03:00", "2026-02-02"]

const announced = ["@1764536400", "Sun, 01 Feb 2026 21:00:00 GMT", '</changelog>; rel="deprecation"; type="text/html"']

describe("a deprecated operation", () => {
  it("says so from the day on which it is deprecated, and not before", async () => {
    await using seller = await Sandbox.start({ startsAt: "2025-11-30T23:59:59+03:00" })
    assert.deepStrictEqual(said(await ask(seller, "GET", "/adv/v0/config")), [null, null, null])
    await seller.advance("1 minute")
    const answer = await ask(seller, "GET", "/adv/v0/config")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(said(answer), announced)
  })

  it("says so in errors too, whatever refuses", async () => {
    await using seller = await Sandbox.start({ startsAt: lastMoment })
    const tooLarge = " ".repeat(2_000_000)
    for (const [status, answer] of [
      [401, await ask(seller, "GET", "/adv/v0/config", undefined, "nonsense")],
      [403, await ask(seller, "GET", "/adv/v0/config", undefined, await seller.token({ categories: ["users"] }))],
      [200, await ask(seller, "GET", "/adv/v0/config")],
      [429, await ask(seller, "GET", "/adv/v0/config")],
      [400, await ask(seller, "POST", "/adv/v0/cpm", {})],
      [413, await ask(seller, "POST", "/adv/v0/cpm", tooLarge)]
    ] as const) {
      assert.strictEqual(answer.status, status)
      assert.deepStrictEqual(said(answer), announced, String(status))
    }
  })

  it("names the operation that does the same, where that is served", async () => {
    await using seller = await Sandbox.start({ startsAt: lastMoment })
    const { headers } = await ask(seller, "POST", "/adv/v1/save-ad", {})
    assert.strictEqual(headers.get("link"), `${announced[2]}, </adv/v2/seacat/save-ad>; rel="successor-version"`)
  })

  it("goes on after its last day, unless it is enforced", async () => {
    await using seller = await Sandbox.start({ startsAt: lastMoment })
    await seller.advance("100 days")
    const answer = await ask(seller, "GET", "/adv/v0/config")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(said(answer), announced)
  })

  it("is an operation like all others where its dates are ignored", async () => {
    await using seller = await Sandbox.start({ startsAt: lastMoment, lifecycle: { operations: "ignore" } })
    await seller.advance("1 second")
    const answer = await ask(seller, "GET", "/adv/v0/config")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(said(answer), [null, null, null])
  })

  it("is the only kind that says anything", async () => {
    await using seller = await Sandbox.start({ startsAt: lastMoment })
    for (const path of ["/adv/v1/balance", "/ping", "/changelog.json", "/api/v1/webhooks"]) {
      assert.deepStrictEqual(said(await ask(seller, "GET", path)), [null, null, null], path)
    }
  })
})

const enforcing: SandboxOptions = { startsAt: lastMoment, lifecycle: { operations: "enforce" }, language: "en" }

const off = (successor: string) => `The operation was switched off on ${day}; use ${successor}`

describe("an operation that is switched off", () => {
  it("answers 410 from midnight in Moscow on, in the bodies of its errors", async () => {
    await using seller = await Sandbox.start(enforcing)
    assert.strictEqual((await ask(seller, "GET", "/adv/v0/config")).status, 200)
    assert.strictEqual((await ask(seller, "POST", "/adv/v0/cpm", {})).status, 400)
    assert.strictEqual((await ask(seller, "GET", "/adv/v1/auto/getnmtoadd?id=1")).status, 400)
    await seller.advance("1 second")

    const withStatus = await ask(seller, "GET", "/adv/v0/config")
    assert.strictEqual(withStatus.status, 410)
    assert.deepStrictEqual(said(withStatus), announced)
    const { requestId, ...problem } = JSON.parse(withStatus.text)
    assert.strictEqual(withStatus.headers.get("x-request-id"), requestId)
    assert.deepStrictEqual(problem, {
      title: "gone",
      detail: off("GET /api/advert/v1/config"),
      code: "operation_disabled",
      origin: "configuration.get",
      status: 410,
      statusText: "Gone",
      timestamp: "2026-02-01T21:00:00.000Z"
    })

    const text = await ask(seller, "POST", "/adv/v0/cpm", {})
    assert.deepStrictEqual([text.status, text.text], [410, off("PATCH /api/advert/v1/bids")])
    assert.strictEqual(text.headers.get("content-type"), "text/plain; charset=utf-8")

    const error = await ask(seller, "GET", "/adv/v1/auto/getnmtoadd?id=1")
    assert.strictEqual(error.status, 410)
    assert.deepStrictEqual(JSON.parse(error.text), { error: `The operation was switched off on ${day}` })
  })

  it("is so for everybody, and spends no budget", async () => {
    await using seller = await Sandbox.start(enforcing)
    await seller.advance("1 second")
    for (let times = 0; times < 3; times++) {
      for (const token of ["nonsense", undefined]) {
        const { headers, status } = await ask(seller, "GET", "/adv/v0/config", undefined, token)
        assert.deepStrictEqual([status, headers.get("x-ratelimit-remaining")], [410, "1"])
      }
    }
    assert.strictEqual((await ask(seller, "GET", "/adv/v1/balance")).status, 200)
  })

  it("says so in Russian, unless another language is given", async () => {
    await using seller = await Sandbox.start({
      startsAt: `${day}T00:00:00+03:00`,
      lifecycle: { operations: "enforce" }
    })
    const { text } = await ask(seller, "POST", "/adv/v0/cpm", {})
    assert.strictEqual(text, `Метод отключён ${day}; используйте PATCH /api/advert/v1/bids`)
  })
})

const shirt = { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts" }

/** The id of a campaign that is displayed. */
const displayed = async (seller: Sandbox): Promise<number> => {
  await seller.putProducts([shirt])
  await seller.credit({ account: 10_000 })
  const id = await seller.call("POST", "/adv/v2/seacat/save-ad", { body: { name: "Shirts", nms: [101] } })
  await seller.call("POST", `/adv/v1/budget/deposit?id=${id}`, { body: { sum: 5000, type: 0 } })
  await seller.call("GET", `/adv/v0/start?id=${id}`)
  await seller.advance("5 minutes")
  return id
}

describe("dated fields and limits", () => {
  it("come on their day, where the installation goes by the dates", async () => {
    const startsAt = "2025-09-29T23:50:00+03:00"
    await using seller = await Sandbox.start({ startsAt, lifecycle: { revision: "dated" } })
    const id = await displayed(seller)
    const statistics = async () => (await seller.call("POST", "/adv/v2/fullstats", { body: [{ id }] }))[0]
    const information = async () => (await seller.call("POST", "/adv/v1/promotion/adverts", { body: [id] }))[0]

    const before = await statistics()
    assert.notProperty(before, "canceled")
    assert.notProperty(await information(), "bid_type")
    await seller.advance("10 minutes")
    assert.deepStrictEqual(await statistics(), { ...before, canceled: 0, dates: ["2025-09-29", "2025-09-30"] })
    assert.notProperty(await information(), "bid_type")
    await seller.advance("1 day")
    assert.property(await information(), "bid_type")
  })

  it("are there on any day, where it does not", async () => {
    await using seller = await Sandbox.start({ startsAt: "2025-09-29T23:50:00+03:00" })
    const id = await displayed(seller)
    assert.property((await seller.call("POST", "/adv/v2/fullstats", { body: [{ id }] }))[0], "canceled")
    assert.property((await seller.call("POST", "/adv/v1/promotion/adverts", { body: [id] }))[0], "bid_type")
  })

  it("let campaign statistics be asked for 50 campaigns instead of 100", async () => {
    const options: SandboxOptions = { startsAt: "2025-11-26T23:50:00+03:00", language: "en" }
    const statusOf = async (seller: Sandbox, ids: ReadonlyArray<number>) => {
      await seller.advance("1 minute")
      const items = ids.map((id) => ({ id }))
      const { status, text } = await ask(seller, "POST", "/adv/v2/fullstats", items)
      return status === 200 ? 200 : `${status} ${text}`
    }
    const refused = `400 ${JSON.stringify({ error: "Incorrect request body" })}`
    for (const [revision, fifty, more, tooMany] of [
      ["dated", 200, refused, refused],
      ["published", 200, 200, refused]
    ] as const) {
      await using seller = await Sandbox.start({ ...options, lifecycle: { revision } })
      const id = await displayed(seller)
      // Those that the seller does not have are left out of the answer.
      const campaigns = (count: number) => [id, ...Array.from({ length: count - 1 }, (_, index) => index + 1)]
      const oneCampaign = (items: number) => Array.from({ length: items }, () => id)
      assert.strictEqual(await statusOf(seller, campaigns(100)), 200)
      await seller.advance("10 minutes")
      assert.strictEqual(await statusOf(seller, campaigns(50)), fifty)
      assert.strictEqual(await statusOf(seller, campaigns(51)), more)
      assert.strictEqual(await statusOf(seller, campaigns(101)), tooMany)
      assert.strictEqual(await statusOf(seller, oneCampaign(100)), 200)
      assert.strictEqual(await statusOf(seller, oneCampaign(101)), refused)
    }
  })
})

describe("campaigns of types that are removed from the lists", () => {
  const options = { startsAt: "2025-10-31T23:59:00+03:00", lifecycle: { revision: "dated" } } as const

  it.effect("are not listed from that day on", () =>
    Effect.gen(function* () {
      const { advance, fetch, sellerId, token } = yield* SandboxService
      const campaigns = yield* Campaigns
      const account = { sellerId: SellerId.make(sellerId), sandbox: false }
      const state = { status: 11, name: "Old", dailyBudget: 0, changedAt: 0 } as const
      yield* campaigns.put(account, { advertId: 6, type: 6, createdAt: 0, paymentType: "cpm", state }, 0)
      const authorization = yield* token()
      const counted = Effect.promise(async () => {
        const { adverts, all } = await (await fetch("/adv/v1/promotion/count", { headers: { authorization } })).json()
        return [all, adverts?.length ?? 0]
      })
      assert.deepStrictEqual(yield* counted, [1, 1])
      yield* advance("1 minute")
      assert.deepStrictEqual(yield* counted, [0, 0])
    }).pipe(Effect.provide(SandboxService.layer(options)))
  )
})
