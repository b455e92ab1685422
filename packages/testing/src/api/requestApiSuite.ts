/** Requests that are wrong as a whole, and what the API says about itself. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { sellerApiDocument } from "@sellerkit/core/service"
import { Effect } from "effect"
import type { ApiService } from "./ApiTarget.ts"
import { assertPlainPage } from "./assertPlainPage.ts"
import { assertFields, assertProblem, type Caller, createWebhook, newCaller, newWebhook, read } from "./Caller.ts"

export const requestApiSuite = (service: ApiService, mountPath = "/"): void => {
  describe("requests", () => {
    let caller: Caller
    beforeAll(async () => {
      caller = await newCaller(service)
    })

    it("answers unknown paths and methods with 404 in the published body", async () => {
      for (const [method, path] of [
        ["GET", "/"],
        ["GET", "/api/v1"],
        ["GET", "/api/v1/nothing"],
        ["GET", "/api/v2/webhooks"],
        ["DELETE", "/api/v1/webhooks"],
        ["PATCH", "/api/v1/events"],
        ["GET", "/adv/v1"],
        ["POST", "/adv/v0/start?id=1"],
        ["GET", "/adv/v0/rename"],
        ["PUT", "/adv/v1/save-ad"],
        ["POST", "/api/v1/webhooks/a/b/c/d"],
        ["GET", `/api/v1/webhooks/${"x".repeat(500)}`],
        ["GET", "/api/v1/webhooks/%zz"]
      ] as const) {
        assertProblem(await caller.call(method, path), 404)
      }
    })

    it("takes no HEAD where a GET changes something", async () => {
      for (const path of ["start", "pause", "stop", "delete"]) {
        const { status } = await caller.call("HEAD", `/adv/v0/${path}?id=1`)
        assert.strictEqual(status, 404, path)
      }
      assert.strictEqual((await caller.call("HEAD", "/api/v1/webhooks")).status, 200)
    })

    it("answers 404 to another spelling of a path, which could slip by a proxy's rules", async () => {
      const { id } = await createWebhook(caller)
      for (const path of [
        "/API/v1/webhooks",
        "/api/v1/Webhooks",
        "//api/v1/webhooks",
        "/api//v1/webhooks",
        "/api/v1//webhooks",
        "/api/v1/webhooks/",
        "/api/v1/webhooks;a=b",
        "/%61pi/v1/webhooks",
        `/api/v1/webhooks/${id}/`,
        `/api/v1/webhooks/${id};a=b`,
        `/api/v1/webhooks/%3${id.slice(0, 1)}${id.slice(1)}`,
        `/api/v1/webhooks//${id}`,
        "/ADV/v1/promotion/count",
        "/adv/v1/promotion/Count",
        "/adv//v1/promotion/count",
        "/adv/v1/promotion/count/",
        "/adv/v1/promotion/count;a=b",
        "/%61dv/v1/promotion/count",
        "/adv/v0/start/?id=1",
        "/api/v0/start?id=1",
        "/openapi.JSON",
        "//openapi.json",
        "/docs/"
      ]) {
        assertProblem(await caller.get(path), 404)
      }
      assertProblem(await caller.post(`/api/v1/webhooks/${id}/Test/send`), 404)
      assertProblem(await caller.call("DELETE", `/api/v1/webhooks/${id}/`), 404)
      assert.strictEqual((await caller.get(`/api/v1/webhooks/${id}?a=b/C//`)).status, 200)
    })

    it("answers 400 to an id that is none", async () => {
      for (const id of ["1", "%20", "00000000-0000-0000-0000-00000000000g"]) {
        assertProblem(await caller.get(`/api/v1/webhooks/${id}`), 400)
      }
    })

    const unreadable: ReadonlyArray<readonly [title: string, body: string | Uint8Array, location: string]> = [
      ["no JSON", "{", "body"],
      ["nothing", "", "body"],
      ["text", "hello", "body"],
      ["broken UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), "body"],
      ["JSON nested too deep", `${"[".repeat(5000)}${"]".repeat(5000)}`, "body"]
    ]
    for (const [title, body, location] of unreadable) {
      it(`answers 400 to a body that is ${title}`, async () => {
        assertFields(await caller.call("POST", "/api/v1/webhooks", body), location)
      })
    }

    it("answers 400 to JSON of another kind than an object", async () => {
      for (const body of ["null", "[]", "1", '"text"', "true"]) {
        assertFields(await caller.call("POST", "/api/v1/webhooks", body), "body")
      }
    })

    it("answers 400 to another content type, and takes JSON with a charset", async () => {
      const text = JSON.stringify(newWebhook())
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "nonsense"
      ]) {
        const answer = await caller.call("POST", "/api/v1/webhooks", text, { "content-type": type })
        assertFields(answer, "header.content-type")
      }
      const charset = { "content-type": "Application/JSON; charset=utf-8" }
      assert.strictEqual((await caller.call("POST", "/api/v1/webhooks", text, charset)).status, 200)
    })

    it("answers 413 to a body of more than 1 MiB", async () => {
      const body = JSON.stringify(newWebhook({ further: "x".repeat(1_048_576) }))
      assertProblem(await caller.call("POST", "/api/v1/webhooks", body), 413)
      const fits = JSON.stringify(newWebhook({ further: "x".repeat(1_000_000) }))
      assert.strictEqual((await caller.call("POST", "/api/v1/webhooks", fits)).status, 200)
    })

    it("ignores fields and parameters it does not know, and takes the last of a field given twice", async () => {
      const created = await createWebhook(caller, { color: "red", id: "mine" })
      assert.notProperty(created, "color")
      assert.notStrictEqual(created.id, "mine")
      assert.strictEqual((await caller.get("/api/v1/webhooks?color=red")).status, 200)
      const twice = JSON.stringify(newWebhook()).replace('"name":', '"name":"First","name":')
      assert.strictEqual((await caller.call("POST", "/api/v1/webhooks", twice)).body.name, "Orders")
    })

    it("tolerates a content type on a GET without a body", async () => {
      const answer = await caller.call("GET", "/api/v1/webhooks", undefined, { "content-type": "application/json" })
      assert.strictEqual(answer.status, 200)
    })

    it("lists failing fields of path, query and body together", async () => {
      assertFields(
        await caller.call("PUT", "/api/v1/webhooks/nonsense", { enabled: 1, name: "ab", subscriptions: [] }),
        "path.id",
        "body.enabled",
        "body.name"
      )
    })

    it("takes over a request id that is harmless, and makes one up otherwise", async () => {
      const given = { "x-request-id": "order-42.a_b" }
      const answer = await caller.call("GET", "/api/v1/nothing", undefined, given)
      assert.strictEqual(answer.body.requestId, "order-42.a_b")
      const ok = await caller.call("GET", "/api/v1/webhooks", undefined, given)
      assert.strictEqual(ok.headers.get("x-request-id"), "order-42.a_b")
      for (const bad of ["<script>", "a b", "x".repeat(200)]) {
        const refused = await caller.call("GET", "/api/v1/nothing", undefined, { "x-request-id": bad })
        assert.notStrictEqual(refused.body.requestId, bad)
        assert.match(refused.body.requestId, /^[0-9a-f-]{36}$/)
      }
    })

    it("carries on every answer the headers that its description requires", async () => {
      const { paths } = await Effect.runPromise(sellerApiDocument)
      const { id } = await createWebhook(caller, { subscriptions: [] })
      const answers = [
        ["/api/v1/webhooks", "get", await caller.get("/api/v1/webhooks")],
        ["/api/v1/webhooks", "post", await caller.post("/api/v1/webhooks", {})],
        ["/api/v1/webhooks/{id}/test/send", "post", await caller.post(`/api/v1/webhooks/${id}/test/send`)],
        ["/api/v1/webhooks/{id}", "delete", await caller.call("DELETE", `/api/v1/webhooks/${id}`)],
        ["/api/v1/webhooks/{id}", "get", await caller.get(`/api/v1/webhooks/${id}`)],
        ["/adv/v0/config", "get", await caller.get("/adv/v0/config")],
        ["/adv/v0/config", "get", await caller.get("/adv/v0/config")],
        ["/adv/v0/start", "get", await caller.get("/adv/v0/start")]
      ] as const
      assert.deepStrictEqual(
        answers.map(([, , { status }]) => status),
        [200, 400, 409, 204, 404, 200, 429, 400]
      )
      for (const [path, method, { headers, status }] of answers) {
        const described = Object.keys(paths[path][method].responses[status].headers)
        assert.isNotEmpty(described)
        for (const name of described) assert.isNotNull(headers.get(name), `${name} of ${status}`)
      }
    })

    it("names the operation in errors", async () => {
      assert.strictEqual((await caller.post("/api/v1/webhooks", {})).body.origin, "webhooks.create")
      const id = "019845e1-682f-4b02-a706-3b2422d13aec"
      assert.strictEqual((await caller.call("PATCH", `/api/v1/webhooks/${id}`, {})).body.origin, "webhooks.edit")
      const without = await newCaller(service, { categories: [] })
      for (const path of ["/api/v0/pause", "/adv/v0/pause"])
        assert.strictEqual((await without.get(path)).body.origin, "campaigns.pause")
    })

    it("serves its description and a page that loads nothing from elsewhere", async () => {
      const spec = await read(await service.fetch("/openapi.json"))
      const document = await Effect.runPromise(sellerApiDocument)
      const described = JSON.parse(JSON.stringify(document))
      const servers = [{ url: mountPath }]
      assert.deepStrictEqual(spec.body, { ...described, servers })
      const page = await service.fetch("/docs")
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
      const policy = page.headers.get("content-security-policy") ?? ""
      assert.match(policy, /^default-src 'none';/)
      assert.match(policy, /connect-src 'self'/)
      assert.notMatch(policy, /https?:|\*|unsafe-eval/)
      const text = await page.text()
      const head = text.replaceAll(/<script>[\s\S]*?<\/script>/g, "")
      assert.notMatch(head, /(src|href)\s*=\s*["']?https?:/)
      assert.deepStrictEqual(assertPlainPage(text).content, { ...described, servers })
    })
  })
}
