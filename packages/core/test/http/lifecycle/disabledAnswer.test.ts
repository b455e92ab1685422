/** What an operation answers once it is switched off, and the headers that announce it. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { makeDisabledAnswer } from "../../../src/http/lifecycle/disabledAnswer.ts"
import { lifecycleHeaders } from "../../../src/http/lifecycle/lifecycleHeaders.ts"
import { nameOf } from "../../../src/http/operation/Operation.ts"
import { changesOf } from "../../../src/lifecycle/ApiChange.ts"
import { publishedChanges } from "../../../src/lifecycle/changeLog.ts"
import { lifecycleOf } from "../../../src/lifecycle/OperationLifecycle.ts"
import { SellerApi } from "../../../src/SellerApi.ts"

const endpoints = new Map<string, HttpApiEndpoint.Top>()
HttpApi.reflect(SellerApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    endpoints.set(`${group.identifier}.${endpoint.identifier}`, endpoint as HttpApiEndpoint.Top)
  }
})

const [deprecatedAt, disabledAt] = [Date.parse("2026-02-28T21:00:00Z"), Date.parse("2026-06-22T21:00:00Z")]

const lifecycle = { deprecatedAt, disabledAt, disabledOn: "2026-06-23" }

const text = "The operation was switched off on 2026-06-23; use GET /new"

const timestamp = DateTime.makeUnsafe("2026-07-01T00:00:00.000Z")

const answerOf = async (origin: string, successor = "GET /new") => {
  const named = successor === "" ? lifecycle : { ...lifecycle, successor }
  const answer = makeDisabledAnswer(endpoints.get(origin)!, named, "en")
  const request = { requestId: "one", origin, ip: undefined, ids: new Map(), answerHeaders: {} }
  const response = HttpServerResponse.toWeb(answer(request, timestamp))
  const said = await response.text()
  const isJson = response.headers.get("content-type") === "application/json"
  return { status: response.status, body: isJson ? JSON.parse(said) : said }
}

const withStatus = (origin: string) => ({
  title: "gone",
  detail: text,
  code: "operation_disabled",
  requestId: "one",
  origin,
  status: 410,
  statusText: "Gone",
  timestamp: "2026-07-01T00:00:00.000Z"
})

describe("an operation that is switched off", () => {
  it.each<readonly [origin: string, body: unknown]>([
    [
      "webhooks.create",
      { title: "Operation is switched off", detail: text, requestId: "one", origin: "webhooks.create", errors: [] }
    ],
    ["campaigns.lists", withStatus("campaigns.lists")],
    ["media.pause", withStatus("media.pause")],
    ["statistics.campaigns", { error: text }],
    ["statistics.keywords", { message: text, type: "gone" }],
    ["media.stop", text]
  ])("%s answers 410 in the body of its other errors", async (origin, body) => {
    assert.deepStrictEqual(await answerOf(origin), { status: 410, body })
  })
})

describe("every operation that the change log switches off", () => {
  const disabled = [...endpoints].flatMap(([origin, endpoint]) => {
    const { successor } = lifecycleOf(publishedChanges, nameOf(endpoint)) ?? {}
    return changesOf(publishedChanges, "disabled", nameOf(endpoint)).map(() => [origin, successor ?? ""] as const)
  })

  it.each(disabled)("%s answers 410, and names %s", async (origin, successor) => {
    const { body, status } = await answerOf(origin, successor)
    assert.strictEqual(status, 410)
    assert.include(JSON.stringify(body), `2026-06-23${successor === "" ? "" : `; use ${successor}`}`)
    if (typeof body === "object" && "status" in body) assert.strictEqual(body.status, 410)
  })
})

describe("headers of a deprecated operation", () => {
  it("have paths below the one that the API is mounted under", () => {
    assert.deepStrictEqual(lifecycleHeaders(lifecycle, "/new", "/seller"), {
      deprecation: "@1772312400",
      sunset: "Mon, 22 Jun 2026 21:00:00 GMT",
      link: '</seller/changelog>; rel="deprecation"; type="text/html", </seller/new>; rel="successor-version"'
    })
  })

  it("say nothing of an end that is not known", () => {
    assert.deepStrictEqual(Object.keys(lifecycleHeaders({ deprecatedAt }, undefined, "/")), ["deprecation", "link"])
  })
})
