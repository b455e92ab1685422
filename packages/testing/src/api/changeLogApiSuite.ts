/** What the API says of its own changes, and to those who try a token. */
import { assert, describe, it } from "@effect/vitest"
import { publishedChanges } from "@sellerkit/core"
import type { ApiService } from "./ApiTarget.ts"
import { callerWith, newCaller, read } from "./Caller.ts"
import { assertStatusProblem } from "./promotion/PromotionAnswer.ts"

/** `mountPath`: the prefix of the API's paths, as the service itself says it. */
export const changeLogApiSuite = (service: ApiService, mountPath = "/"): void => {
  const prefix = mountPath === "/" ? "" : mountPath

  describe("changes", () => {
    it("are listed for everybody, the newest first, from a day on where that is asked for", async () => {
      const stranger = callerWith(service, undefined, "")
      const { body, status } = await stranger.get("/changelog.json")
      assert.strictEqual(status, 200)
      assert.lengthOf(body.changes, publishedChanges.length)
      const days = body.changes.map(({ on }: { readonly on: string }) => `${on}-01-01`.slice(0, 10))
      assert.deepStrictEqual(days, days.toSorted().toReversed())
      assert.deepInclude(body.changes, {
        kind: "disabled",
        on: "2026-02-02",
        operation: "GET /adv/v0/config",
        successor: "GET /api/advert/v1/config",
        source: "Seller Statistics Reports, Versioning, December 2025",
        summary: "GET /adv/v0/config is switched off; use GET /api/advert/v1/config."
      })
      const since = await (await newCaller(service)).get("/changelog.json?since=2026-02-02")
      assert.deepStrictEqual(
        since.body.changes,
        body.changes.filter((_: unknown, index: number) => days[index] >= "2026-02-02")
      )
      assert.strictEqual((await stranger.get("/changelog.json?since=yesterday")).body.errors[0].location, "query.since")
    })

    it("are shown on a page that loads nothing", async () => {
      const page = await service.fetch("/changelog")
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'unsafe-inline';/)
      const text = await page.text()
      assert.lengthOf([...text.matchAll(/<tr[ >]/g)], publishedChanges.length + 1)
      assert.include(text, `<a href="${prefix}/changelog.json">`)
      assert.include(text, "<th>From</th><th>Change</th><th>Source</th>")
      assert.include(
        text,
        "<td>2026-02-02</td><td>GET /adv/v0/config is switched off; use GET /api/advert/v1/config.</td>"
      )
      assert.notMatch(text, /<script|src=|https?:/)
    })

    it("are announced in the headers of deprecated operations, of errors too", async () => {
      const caller = await newCaller(service)
      const link = `<${prefix}/changelog>; rel="deprecation"; type="text/html"`
      for (const [answer, expected] of [
        [await caller.get("/adv/v0/config"), 200],
        [await caller.get("/adv/v0/config"), 429],
        [await callerWith(service, undefined, "").get("/adv/v0/config"), 401]
      ] as const) {
        const { headers, status } = answer
        assert.strictEqual(status, expected)
        assert.strictEqual(headers.get("deprecation"), "@1764536400")
        assert.strictEqual(headers.get("sunset"), "Sun, 01 Feb 2026 21:00:00 GMT")
        assert.strictEqual(headers.get("link"), link)
      }
      const { headers } = await caller.post("/adv/v1/save-ad", {})
      assert.strictEqual(headers.get("link"), `${link}, <${prefix}/adv/v2/seacat/save-ad>; rel="successor-version"`)
    })
  })

  describe("a connection", () => {
    it("is checked with any token, 3 times in 30 seconds", async () => {
      for (const options of [{ type: "personal", readOnly: true }, { categories: [] }] as const) {
        const caller = await newCaller(service, options)
        const { body, headers, status } = await caller.get("/ping")
        assert.strictEqual(status, 200)
        assert.match(body.TS, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/)
        assert.deepStrictEqual(body, { TS: body.TS, Status: "OK" })
        assert.strictEqual(headers.get("x-ratelimit-remaining"), "2")
      }
      const caller = await newCaller(service)
      const asked = [1, 2, 3, 4].map(() => caller.get("/ping"))
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      assert.deepStrictEqual(statuses.toSorted(), [200, 200, 200, 429])
    })

    it("is refused without a token", async () => {
      assertStatusProblem(await read(await service.fetch("/ping")), 401)
    })
  })
}
