/** The declared operations against the tables of the documents, which stand beside the tests of each feature. */
import { accessRules } from "@sellerkit/core"
import { operationOf } from "@sellerkit/core/http"
import { defaultLimits, type LimitName, SellerApi, sellerApiDocument } from "@sellerkit/core/service"
import { sandboxOperatorDocument } from "@sellerkit/standalone"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import type { FeatureContract } from "../packages/core/test/contract/FeatureContract.ts"
import { features } from "../packages/core/test/contract/features.ts"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Every operation of the tables, by method and path. */
const published = new Map(
  features.flatMap((feature) =>
    Object.entries(feature.operations).map(([name, operation]) => [name, { ...operation, feature }] as const)
  )
)

const reference = "#/components/schemas/"

/** Schemas of the errors of Seller Webhooks Service. */
const problems = ["BadRequest", "Unauthorized", "Forbidden", "NotFound", "Conflict", "TooManyRequests"]

/** Errors that all operations of a document share, by their status. */
const sharedErrors: Readonly<Record<string, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  429: "TooManyRequests"
}

const refusalSchemas = {
  text: { type: "string" },
  jsonText: { type: "string" },
  error: { $ref: `${reference}ErrorText` },
  message: { $ref: `${reference}ErrorMessage` },
  reportErrors: { $ref: `${reference}ReportErrors` },
  reportProblem: { $ref: `${reference}ReportProblem` },
  statusProblem: { $ref: `${reference}StatusRefused` }
}

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
    const listed = [...published].map(([name, { chosenStatus, neverAnswered = "", statuses }]) => [
      name,
      [chosenStatus, ...statuses.split(" ").filter((status) => !neverAnswered.split(" ").includes(status))]
        .filter(Boolean)
        .toSorted()
        .join(" ")
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
    /** Undefined where anybody may call. */
    const accessOf = (name: string) => {
      const { access, feature, refusesReadOnly } = published.get(name)!
      const of = access ?? feature.access
      return of && { ...of, ...(refusesReadOnly && { refusesReadOnly }) }
    }
    HttpApi.reflect(SellerApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        const id = `${group.identifier}.${endpoint.identifier}`
        const { name } = operations.find(({ operation }) => operation.operationId === id)!
        if (accessOf(name) === undefined) {
          assert.throws(() => operationOf({ endpoint, group } as any), /declares no operation/)
          return
        }
        const { access, limit } = operationOf({ endpoint, group } as any)
        assert.deepStrictEqual(access, accessOf(name) as typeof access)
        assert.include(Object.values(accessRules), access, `${name} takes its access from the table`)
        assert.property(defaultLimits, limit.name)
        const { limit: shown } = published.get(name)!
        if (shown === undefined) return
        const { row: _, ...stated } = shown
        const usual: unknown = defaultLimits[limit.name as LimitName]
        assert.deepStrictEqual(usual, { ...stated, name: limit.name }, name)
      }
    })
    for (const { name, operation } of operations) {
      const access = accessOf(name)
      if (access === undefined) {
        assert.deepStrictEqual(operation.security, [], name)
        assert.notProperty(operation, "x-token-types", name)
        continue
      }
      assert.deepStrictEqual(operation.security, [{ HeaderApiKey: [] }], name)
      const { category, refusesReadOnly, tokenTypes } = access
      assert.deepStrictEqual(operation["x-token-types"], tokenTypes, name)
      assert.strictEqual(operation["x-token-category"], category, name)
      assert.strictEqual(operation["x-token-access"], refusesReadOnly && "write", name)
      assert.isAbove(operation["x-rate-limit"].requests, 0, name)
      const headers = Object.keys(operation.responses["429"].headers)
      assert.includeMembers(headers, ["retry-after", "x-ratelimit-retry", "x-ratelimit-limit", "x-ratelimit-reset"])
    }
  })

  const limited = [...published].flatMap(([name, { limit }]) => (limit === undefined ? [] : [[name, limit] as const]))

  it.each(limited)("%s may be called as often as is published, and says so", (name, { permits, window }) => {
    assert.deepInclude(operationNamed(name)["x-rate-limit"], { requests: permits, window })
  })

  const named = [...published].flatMap(([name, { aliasOf, name: called }]) =>
    called === undefined || aliasOf !== undefined ? [] : [[name, called] as const]
  )

  it.each(named)("%s is called as in the document", (name, called) => {
    assert.strictEqual(operationNamed(name).summary, called)
  })

  it.each([...published])("%s refuses with the bodies of its document", (name, { feature, refusal }) => {
    const { errors = "" } = feature
    for (const [status, { content }] of Object.entries<any>(operationNamed(name).responses)) {
      if (Number(status) < 400) continue
      const error = sharedErrors[status]
      const schema =
        error === undefined ? refusal && refusalSchemas[refusal] : { $ref: `${reference}${errors}${error}` }
      const type = error === undefined && refusal === "text" ? "text/plain; charset=utf-8" : "application/json"
      assert.deepStrictEqual(Object.keys(content), [type], `${name} ${status}`)
      if (schema !== undefined) assert.deepStrictEqual(content[type].schema, schema, `${name} ${status}`)
      else assert.include(problems, content[type].schema.$ref.slice(reference.length), `${name} ${status}`)
    }
  })

  const bodies = [...published].flatMap(([name, { body }]) => (body === undefined ? [] : [[name, body] as const]))

  it.each(bodies)("%s takes the body of the table", (name, body) => {
    assert.deepStrictEqual(operationNamed(name).requestBody.content["application/json"].schema, body)
  })

  it.each([...published])("%s takes the parameters of its path and of the table", (name, { query = {}, required }) => {
    // Headers are not the document's.
    const parameters = ((operationNamed(name).parameters ?? []) as ReadonlyArray<any>).filter(
      (parameter) => parameter.in !== "header"
    )
    const inPath = [...name.matchAll(/\{([^}]*)\}/g)].map(([, parameter]) => parameter)
    assert.sameMembers(
      parameters.map((parameter) => parameter.name),
      [...inPath, ...Object.keys(query)]
    )
    assert.sameMembers(
      parameters.flatMap((parameter) => (parameter.required ? [parameter.name] : [])),
      [...inPath, ...(required ?? [])]
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

  it.each(problems)("of %s are those of every problem", (name) => {
    const { properties } = schemaNamed(name)
    assert.sameMembers(Object.keys(properties), ["title", "detail", "requestId", "origin", "errors"])
  })

  // Seller Statistics Reports, Errors, 401; contract, Error bodies.
  const withStatus = ["title", "detail", "code", "requestId", "origin", "status", "statusText", "timestamp"]

  it.each([
    ["StatusUnauthorized", withStatus],
    ["StatusTooManyRequests", withStatus],
    ["StatusRefused", withStatus],
    ["StatusForbidden", ["detail", "origin", "request_id", "status", "title"]],
    ["ErrorText", ["error"]],
    ["ErrorMessage", ["message", "type"]]
  ])("of %s are those that are published", (name, fields) => {
    const { properties, required } = schemaNamed(name)
    assert.sameMembers(Object.keys(properties), fields)
    assert.sameMembers(required, fields)
  })

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

/** `5 per second` and `1 per 20 seconds per seller account`. */
const limitIn = (text: string): object => {
  const [, permits, count = "1", unit] = /^(\d+) (?:requests? )?per (?:(\d+) )?([a-z]+)/.exec(text)!
  return {
    permits: Number(permits),
    window: `${count} ${unit!.replace("milliseconds", "millis")}`,
    ...(text.endsWith(" per seller account") && { isPerAccount: true })
  }
}

describe.skipIf(!existsSync(documents))("the document", () => {
  const listedRows: Readonly<Record<string, ReadonlyArray<string>>> = Object.assign(
    {},
    ...features.map(({ rows }) => rows)
  )

  const documentText = (document: string): string =>
    readdirSync(documents)
      .map((file) => readFileSync(join(documents, file), "utf8"))
      .find((content) => content.startsWith(`# ${document}`))!

  /** The cells of the tables under a heading. */
  const rowsUnder = (document: string, heading: string): ReadonlyArray<ReadonlyArray<string>> =>
    documentText(document)
      .split(/^#+ /m)
      .find((part) => part.startsWith(`${heading}\n`))!
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) => line.split("|").map((cell) => cell.trim()))

  const ofDocuments = (errors: FeatureContract["errors"]) => [
    ...new Set(
      features.flatMap((feature) =>
        feature.errors === errors && feature.document !== undefined ? [feature.document] : []
      )
    )
  ]

  it.each(ofDocuments("Status"))("%s has the same names, paths and limits", (document) => {
    const listed = ["Statistics reports", "Promotion operations", "Media campaign operations"].flatMap((part) =>
      rowsUnder(document, part)
    )
    const limits = rowsUnder(document, "Limits")
    for (const [operation, { aliasOf, feature, limit, name }] of published) {
      if (feature.document !== document || aliasOf !== undefined) continue
      const [, , path] = listed.find(([, called]) => called === name)!
      assert.include(["—", operation, operation.split(" ")[1]], path, operation)
      // The document shows none for reads about media campaigns.
      if (limit === undefined) continue
      const { row, ...published } = limit
      const [, , shown] = limits.find(([, called]) => called === row)!
      assert.deepStrictEqual(limitIn(shown!), published, operation)
    }
  })

  it.each(Object.entries(listedRows))("%s has these fields, and no others", (heading, fields) => {
    const [, list = ""] = documentText("Seller Statistics Reports").split(`### ${heading}`)
    const section = list.split("###")[0]!
    if (heading.startsWith("Sales")) assert.include(section, "Same fields as an order row from date through techSize")
    const known = heading.startsWith("Sales") ? listedRows["Orders report row"]! : []
    for (const field of fields)
      assert.isTrue(known.includes(field) || new RegExp(`\\b${field}\\b`).test(section), field)
    for (const [, field] of section.matchAll(
      /(?<=^|[.,:] )([A-Za-z_]+) \((?:integer|number|string|date|boolean|object)/gm
    )) {
      assert.include(fields, field)
    }
  })

  it.each(ofDocuments(undefined))("%s lists the same paths and statuses", (document) => {
    const rows = rowsUnder(document, "Endpoints").filter((cells) => cells[2]?.startsWith("/api/v1/"))
    const listed = rows.map((cells) => `${cells[2]} ${cells.at(-2)!.replaceAll(",", "")}`)
    const ours = [...published]
      .filter(([, { aliasOf, feature }]) => feature.document === document && aliasOf === undefined)
      .map(([name, { statuses }]) => `${name.split(" ")[1]} ${statuses}`)
    assert.sameMembers(ours, listed)
  })
})
