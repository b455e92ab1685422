/** The declared operations against the tables of the Seller Webhooks Service document. */
import { operationOf } from "@sellerkit/core/http"
import { defaultLimits, SellerApi, sellerApiDocument } from "@sellerkit/core/service"
import { sandboxOperatorDocument } from "@sellerkit/standalone"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Endpoints of the document, with the methods that the contract found or inferred, and the listed statuses. */
const published: Readonly<Record<string, string>> = {
  "GET /api/v1/event-scopes": "200 401 403 429",
  "POST /api/v1/webhooks": "200 400 401 403 429",
  "GET /api/v1/webhooks": "200 400 401 403 429",
  "GET /api/v1/webhooks/{id}": "200 400 401 403 404 429",
  "PUT /api/v1/webhooks/{id}": "200 400 401 403 404 429",
  // Another spelling of the edit, for clients that took it to be PATCH: our choice.
  "PATCH /api/v1/webhooks/{id}": "200 400 401 403 404 429",
  // Its success status is not shown; 204 is our choice.
  "DELETE /api/v1/webhooks/{id}": "204 400 401 403 404 429",
  "POST /api/v1/webhooks/check": "200 400 401 403 429",
  "POST /api/v1/webhooks/{id}/secret/refresh": "200 400 401 403 404 429",
  "POST /api/v1/webhooks/{id}/test/send": "200 400 401 403 404 409 429",
  "GET /api/v1/events": "200 400 401 403 429",
  "GET /api/v1/events/{event-id}": "200 400 401 403 404 429",
  "GET /api/v1/events/{event-id}/deliveries": "200 400 401 403 404 429",
  "GET /api/v1/deliveries": "200 400 401 403 429",
  "GET /api/v1/deliveries/{delivery-id}": "200 400 401 403 404 429",
  "GET /api/v1/history": "200 400 401 403 429",
  "GET /api/v1/history/{history-id}": "200 400 401 403 404 429"
}

const spec = await Effect.runPromise(sellerApiDocument)

const operator = await Effect.runPromise(sandboxOperatorDocument)

const operations = Object.entries<Record<string, any>>(spec["paths"]).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
)

const operationNamed = (name: string): any => operations.find((candidate) => candidate.name === name)!.operation

const schemaNamed = (name: string): any => spec["components"].schemas[name]

describe("operations", () => {
  it("are the sixteen of the document, the edit in two spellings, each with exactly the statuses it lists", () => {
    const declared = operations.map(({ name, operation }) => [name, Object.keys(operation.responses).join(" ")])
    assert.deepStrictEqual(Object.fromEntries(declared), published)
  })

  it("have PATCH as another spelling of the edit, which says so", () => {
    const { patch, put } = spec["paths"]["/api/v1/webhooks/{id}"]
    assert.strictEqual(patch["x-alias-of"], put.operationId)
    assert.deepStrictEqual(patch.requestBody, put.requestBody)
    assert.deepStrictEqual(patch.responses, put.responses)
  })

  it("all declare who may call them, and their budget", () => {
    HttpApi.reflect(SellerApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        const { access, limit } = operationOf({ endpoint, group } as any)
        assert.deepStrictEqual(access, { tokenTypes: ["service", "base"], category: "any" })
        assert.property(defaultLimits, limit.name)
      }
    })
    for (const { name, operation } of operations) {
      assert.deepStrictEqual(operation.security, [{ HeaderApiKey: [] }], name)
      assert.deepStrictEqual(operation["x-token-types"], ["service", "base"], name)
      assert.isAbove(operation["x-rate-limit"].requests, 0, name)
      const headers = Object.keys(operation.responses["429"].headers)
      assert.includeMembers(headers, ["retry-after", "x-ratelimit-retry", "x-ratelimit-limit", "x-ratelimit-reset"])
    }
  })

  it("take the parameters of the document", () => {
    const parameters = (name: string) => operationNamed(name).parameters.map((parameter: any) => parameter.name)
    const paging = ["limit", "next", "prev", "from", "to"]
    assert.sameMembers(parameters("GET /api/v1/events"), [...paging, "webhookId"])
    assert.sameMembers(parameters("GET /api/v1/deliveries"), [...paging, "webhookId"])
    assert.sameMembers(parameters("GET /api/v1/history"), paging)
    assert.sameMembers(parameters("GET /api/v1/webhooks"), ["order"])
    assert.deepStrictEqual(parameters("GET /api/v1/events/{event-id}"), ["event-id"])
    const order = operationNamed("GET /api/v1/webhooks").parameters[0].schema.enum
    assert.sameMembers(order, ["nameAsc", "nameDesc", "createdAtAsc", "createdAtDesc", "updatedAtAsc", "updatedAtDesc"])
    for (const name of ["GET /api/v1/events", "GET /api/v1/deliveries", "GET /api/v1/history"]) {
      const limit = operationNamed(name).parameters.find((parameter: any) => parameter.name === "limit")
      assert.deepStrictEqual(limit.schema, { type: "integer", minimum: 1, maximum: 1000, default: 100 })
    }
  })
})

describe("fields", () => {
  it("of a webhook have the limits of the document", () => {
    const { properties, required } = schemaNamed("NewWebhook")
    assert.sameMembers(required, ["enabled", "url", "name", "subscriptions"])
    assert.deepInclude(properties.name, { minLength: 3, maxLength: 60 })
    assert.deepInclude(properties.url, { minLength: 10, maxLength: 200, format: "uri" })
    assert.strictEqual(properties.subscriptions.uniqueItems, true)
    assert.sameMembers(schemaNamed("WebhookEdit").required, ["enabled", "name", "subscriptions"])
    assert.notProperty(schemaNamed("WebhookEdit").properties, "url")
  })

  it("of answers are those of the document; a webhook shows its URL besides, and its secret only when created", () => {
    const names = (name: string) => Object.keys(schemaNamed(name).properties)
    assert.sameMembers(names("Webhook"), ["id", "enabled", "name", "url", "createdAt", "updatedAt", "subscriptions"])
    assert.sameMembers(names("CreatedWebhook"), [...names("Webhook"), "secret"])
    assert.sameMembers(names("Event"), ["id", "idempotencyKey", "time", "type", "scope", "test", "payload"])
    assert.sameMembers(names("Delivery"), ["id", "time", "webhookId", "success", "responseCode", "error"])
    const entry = ["id", "time", "ip", "userId", "source", "action", "request", "response", "error"]
    assert.sameMembers(names("HistoryEntry"), entry)
    assert.sameMembers(names("UrlCheckResult"), ["success", "error", "checkStatus"])
    for (const problem of ["BadRequest", "Unauthorized", "Forbidden", "NotFound", "Conflict", "TooManyRequests"]) {
      assert.sameMembers(names(problem), ["title", "detail", "requestId", "origin", "errors"])
    }
  })

  it("of a notification are those of the document, with each type's payload as an object", () => {
    const { post } = spec["webhooks"].notification
    assert.deepStrictEqual(post.security, [{ WebhookSecret: [] }])
    const { properties } = schemaNamed("Notification")
    assert.sameMembers(Object.keys(properties), ["sellerId", "requestId", "events"])
    const types = properties.events.items.anyOf.map((event: any) => {
      assert.strictEqual(event.properties.payload.type, "object")
      return `${event.properties.scope.const}/${event.properties.type.const}`
    })
    assert.sameMembers(types, [
      "contentanalytics/report_generation_complete",
      "content/card_creation_error",
      "content/card_changed",
      "questionsandfeedback/feedback_updated"
    ])
  })
})

describe("descriptions", () => {
  const committed = join(import.meta.dirname, "openapi.json")

  it("equal the committed one: `npm run -s sellerkit -- openapi > test/openapi.json` brings it up to date", () => {
    assert.deepStrictEqual(JSON.parse(readFileSync(committed, "utf8")), JSON.parse(JSON.stringify(spec)))
  })

  for (const [name, document] of [
    ["the seller API", spec],
    ["the operator interface", operator]
  ] as const) {
    it(`of ${name} pass an OpenAPI linter`, async () => {
      const config = await createConfig({ extends: ["recommended-strict"] })
      const problems = await lintFromString({ source: JSON.stringify(document), config })
      assert.deepStrictEqual(
        problems.map(({ location, message, ruleId }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
        []
      )
    })
  }
})

// The document itself is not part of the project: where it is at hand, the table above is compared with it.
const documents = join(import.meta.dirname, "..", "..", "shared", "spec")

describe.skipIf(!existsSync(documents))("the document", () => {
  it("lists the same paths and statuses", () => {
    const text = readdirSync(documents)
      .map((file) => readFileSync(join(documents, file), "utf8"))
      .find((content) => content.startsWith("# Seller Webhooks Service"))!
    const rows = text
      .split("\n")
      .filter((line) => line.includes("| /api/v1/"))
      .map((line) => line.split("|").map((cell) => cell.trim()))
    const listed = rows.map((cells) => `${cells[2]} ${cells.at(-2)!.replaceAll(",", "")}`)
    const ours = Object.entries(published)
      .filter(([name]) => !name.startsWith("PATCH "))
      .map(([name, statuses]) => `${name.split(" ")[1]} ${statuses.replace("204 ", "")}`)
    assert.sameMembers(ours, listed)
  })
})
