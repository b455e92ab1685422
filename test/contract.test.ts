/** The declared operations against the tables of the documents, which stand beside the tests of each feature. */
import { operationOf } from "@sellerkit/core/http"
import { defaultLimits, SellerApi, sellerApiDocument } from "@sellerkit/core/service"
import { sandboxOperatorDocument } from "@sellerkit/standalone"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { features } from "../packages/core/test/contract/features.ts"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Every operation of the tables, by method and path. */
const published = new Map(
  features.flatMap((feature) =>
    Object.entries(feature.operations).map(([name, operation]) => [name, { ...operation, feature }] as const)
  )
)

const schemas = features.flatMap((feature) => Object.entries(feature.schemas ?? {}))

const spec = await Effect.runPromise(sellerApiDocument)

const operator = await Effect.runPromise(sandboxOperatorDocument)

const operations = Object.entries<Record<string, any>>(spec["paths"]).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
)

const operationNamed = (name: string): any => operations.find((candidate) => candidate.name === name)!.operation

const schemaNamed = (name: string): any => spec["components"].schemas[name]

describe("operations", () => {
  it("are those of the tables, each with exactly the statuses listed or chosen", () => {
    const declared = operations.map(({ name, operation }) => [name, Object.keys(operation.responses).join(" ")])
    const listed = [...published].map(([name, { chosenStatus, statuses }]) => [
      name,
      [chosenStatus, ...statuses.split(" ")].filter(Boolean).toSorted().join(" ")
    ])
    assert.deepStrictEqual(Object.fromEntries(declared), Object.fromEntries(listed))
  })

  const aliases = [...published].flatMap(([name, { aliasOf }]) => (aliasOf === undefined ? [] : [[name, aliasOf]]))

  it.each(aliases)("%s is another spelling of %s, and says so", (name, aliasOf) => {
    const [alias, original] = [operationNamed(name!), operationNamed(aliasOf!)]
    assert.strictEqual(alias["x-alias-of"], original.operationId)
    assert.deepStrictEqual(alias.requestBody, original.requestBody)
    assert.deepStrictEqual(alias.responses, original.responses)
  })

  it("all declare who may call them, and their budget", () => {
    const accessOf = (name: string) => published.get(name)!.feature.access
    HttpApi.reflect(SellerApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        const { access, limit } = operationOf({ endpoint, group } as any)
        const id = `${group.identifier}.${endpoint.identifier}`
        const { name } = operations.find(({ operation }) => operation.operationId === id)!
        assert.deepStrictEqual(access, accessOf(name) as typeof access)
        assert.property(defaultLimits, limit.name)
      }
    })
    for (const { name, operation } of operations) {
      assert.deepStrictEqual(operation.security, [{ HeaderApiKey: [] }], name)
      assert.deepStrictEqual(operation["x-token-types"], accessOf(name).tokenTypes, name)
      assert.isAbove(operation["x-rate-limit"].requests, 0, name)
      const headers = Object.keys(operation.responses["429"].headers)
      assert.includeMembers(headers, ["retry-after", "x-ratelimit-retry", "x-ratelimit-limit", "x-ratelimit-reset"])
    }
  })

  it.each([...published])("%s takes the parameters of its path and of the table", (name, { query = {} }) => {
    const parameters: ReadonlyArray<any> = operationNamed(name).parameters ?? []
    const inPath = [...name.matchAll(/\{([^}]*)\}/g)].map(([, parameter]) => parameter)
    assert.sameMembers(
      parameters.map((parameter) => parameter.name),
      [...inPath, ...Object.keys(query)]
    )
    for (const [key, schema] of Object.entries(query)) {
      if (schema === undefined) continue
      assert.deepStrictEqual(parameters.find((parameter) => parameter.name === key).schema, schema)
    }
  })
})

describe("fields", () => {
  it.each(schemas)("of %s are those of the table, with its limits", (name, { fields, limits = {}, required }) => {
    const schema = schemaNamed(name)
    assert.sameMembers(Object.keys(schema.properties), [...fields])
    if (required !== undefined) assert.sameMembers(schema.required, [...required])
    for (const [field, limit] of Object.entries(limits)) assert.deepInclude(schema.properties[field], limit)
  })

  it.each(["BadRequest", "Unauthorized", "Forbidden", "NotFound", "Conflict", "TooManyRequests"])(
    "of %s are those of every problem",
    (name) => {
      const { properties } = schemaNamed(name)
      assert.sameMembers(Object.keys(properties), ["title", "detail", "requestId", "origin", "errors"])
    }
  )

  it("of a notification hold events of the types in the tables, each with an object as its payload", () => {
    const { post } = spec["webhooks"].notification
    assert.deepStrictEqual(post.security, [{ WebhookSecret: [] }])
    const types = schemaNamed("Notification").properties.events.items.anyOf.map((event: any) => {
      assert.strictEqual(event.properties.payload.type, "object")
      return `${event.properties.scope.const}/${event.properties.type.const}`
    })
    assert.sameMembers(
      types,
      features.flatMap(({ eventTypes = [] }) => eventTypes)
    )
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

// The documents themselves are not part of the project: where they are at hand, the tables are compared with them.
const documents = join(import.meta.dirname, "..", "..", "shared", "spec")

describe.skipIf(!existsSync(documents))("the document", () => {
  it.each([...new Set(features.map(({ document }) => document))])(
    "%s lists the same paths and statuses",
    (document) => {
      const text = readdirSync(documents)
        .map((file) => readFileSync(join(documents, file), "utf8"))
        .find((content) => content.startsWith(`# ${document}`))!
      const rows = text
        .split("\n")
        .filter((line) => line.includes("| /api/v1/"))
        .map((line) => line.split("|").map((cell) => cell.trim()))
      const listed = rows.map((cells) => `${cells[2]} ${cells.at(-2)!.replaceAll(",", "")}`)
      const ours = [...published]
        .filter(([, { aliasOf, feature }]) => feature.document === document && aliasOf === undefined)
        .map(([name, { statuses }]) => `${name.split(" ")[1]} ${statuses}`)
      assert.sameMembers(ours, listed)
    }
  )
})
