/** The OpenAPI document of an installation: its operations, its limits, its event types. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { accessRules } from "../../src/access/accessRules.ts"
import { Catalog, EventCatalog, publishedCatalog } from "../../src/catalog/Catalog.ts"
import { eventScope, type EventType, eventType } from "../../src/catalog/EventType.ts"
import { AnswerLanguage, type Language } from "../../src/http/refusals/Language.ts"
import { publishedChanges } from "../../src/lifecycle/changeLog.ts"
import { defaultLifecyclePolicy, LifecyclePolicy, type OperationPolicy } from "../../src/lifecycle/LifecyclePolicy.ts"
import { type Limit, Limits } from "../../src/limits/Limits.ts"
import { sellerApiDocument } from "../../src/service.ts"

type Node = Record<string, any>

const documentOf = (
  catalog: EventCatalog = publishedCatalog,
  limits: Readonly<Record<string, Limit>> = {},
  language: Language = "ru"
): Promise<Node> =>
  sellerApiDocument.pipe(
    Effect.provideService(AnswerLanguage, language),
    Effect.provideService(Catalog, catalog),
    Effect.provideService(Limits, limits),
    Effect.runPromise
  )

const published = await documentOf()

const operationsOf = (document: Node): ReadonlyArray<readonly [name: string, operation: Node]> =>
  Object.entries<Node>(document["paths"]).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const)
  )

/** Every object within a document, itself included. */
const nodesOf = (node: unknown): ReadonlyArray<Node> =>
  typeof node === "object" && node !== null
    ? [node as Node, ...Object.values(node).flatMap((part) => nodesOf(part))]
    : []

const resolve = (document: Node, reference: string): unknown =>
  reference
    .split("/")
    .slice(1)
    .reduce<any>((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document)

describe("the operations of the document", () => {
  it("are written in OpenAPI 3.1", () => {
    assert.strictEqual(published["openapi"], "3.1.0")
  })

  it("say of what their lists are, which generators of clients ask for", () => {
    const lists = nodesOf([published["paths"], published["components"]]).filter(({ type }) => type === "array")
    assert.isNotEmpty(lists)
    for (const list of lists) assert.isTrue("items" in list || "prefixItems" in list)
  })

  it("have no values in a query that differ in their case only, of which generators make one name", () => {
    for (const { enum: values } of nodesOf(published["paths"])) {
      if (!Array.isArray(values)) continue
      assert.strictEqual(new Set(values.map((value) => String(value).toLowerCase())).size, values.length)
    }
  })

  it.each(operationsOf(published))("%s declares the parameters of its path", (name, { parameters = [] }) => {
    const declared = (parameters as ReadonlyArray<Node>).filter((parameter) => parameter["in"] === "path")
    assert.deepStrictEqual(
      declared.map((parameter) => `{${parameter["name"]}}`),
      name.match(/\{[^}]*\}|:\w+/g) ?? []
    )
  })

  it.each(operationsOf(published))("%s is explained, and named like no other", (_name, operation) => {
    assert.isNotEmpty(operation["summary"])
    assert.isNotEmpty(operation["description"])
    const same = operationsOf(published).filter(([, other]) => other["operationId"] === operation["operationId"])
    assert.lengthOf(same, 1)
  })

  it.each(operationsOf(published))("%s says who may call it", (name, operation) => {
    if (name === "get /changelog.json") return assert.isUndefined(operation["x-token-types"])
    const rules = Object.values(accessRules).map(({ category, tokenTypes }) => JSON.stringify([tokenTypes, category]))
    assert.include(rules, JSON.stringify([operation["x-token-types"], operation["x-token-category"]]), name)
  })

  it("refer only to what the document defines", () => {
    const references = nodesOf(published).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []))
    assert.isNotEmpty(references)
    assert.deepStrictEqual(
      references.filter((reference) => resolve(published, reference) === undefined),
      []
    )
  })

  it("never forbid further fields", () => {
    assert.isEmpty(nodesOf(published).filter(({ additionalProperties }) => additionalProperties === false))
  })

  it("show a secret only where one is made", () => {
    const { schemas } = published["components"]
    assert.notProperty(schemas["Webhook"].properties, "secret")
    assert.property(schemas["CreatedWebhook"].properties, "secret")
  })

  it("tell in whole seconds and requests when to come back", () => {
    const [, { responses }] = operationsOf(published)[0]!
    const headers: Record<string, Node> = responses["429"].headers
    assert.sameMembers(Object.keys(headers), [
      "retry-after",
      "x-ratelimit-retry",
      "x-ratelimit-limit",
      "x-ratelimit-reset",
      "x-request-id"
    ])
    const schemas = Object.fromEntries(Object.entries(headers).map(([name, { schema }]) => [name, schema]))
    const seconds = { type: "integer", minimum: 1, maximum: 60 }
    assert.deepStrictEqual(schemas, {
      "retry-after": seconds,
      "x-ratelimit-retry": seconds,
      "x-ratelimit-limit": { type: "integer", minimum: 1200, maximum: 1200 },
      "x-ratelimit-reset": seconds,
      "x-request-id": { type: "string" }
    })
  })

  it.each(operationsOf(published))(
    "%s explains the headers of its answers, the remaining budget among them",
    (_name, { responses, security }) => {
      for (const [status, { headers }] of Object.entries<Node>(responses)) {
        assert.property(headers, "x-request-id")
        assert.strictEqual("x-ratelimit-remaining" in headers, status !== "429" && security.length > 0, status)
        for (const [name, header] of Object.entries<Node>(headers)) {
          assert.isNotEmpty(header["description"])
          // These depend on the day, and on what an installation knows of its rows.
          assert.strictEqual(
            header["required"] === true,
            !["deprecation", "etag", "sunset", "link"].includes(name),
            name
          )
        }
      }
    }
  )
})

describe("deprecated operations", () => {
  const withPolicy = (operations: OperationPolicy): Promise<Node> =>
    Effect.runPromise(
      Effect.provideService(sellerApiDocument, LifecyclePolicy, { ...defaultLifecyclePolicy, operations })
    )

  it("are those of the change log, and say until when they are served and what to use", () => {
    const logged = new Set(
      publishedChanges.flatMap((change) => (change.kind === "deprecated" ? [change.operation] : []))
    )
    for (const [name, { deprecated = false }] of operationsOf(published)) {
      const operation = name.replace(/^\w+/, (method) => method.toUpperCase())
      assert.strictEqual(deprecated, logged.has(operation), operation)
    }
    const creation = published["paths"]["/adv/v1/save-ad"].post
    assert.strictEqual(creation["x-sunset"], "2026-02-02")
    assert.include(
      creation.description,
      "Deprecated since 2025-12-01; switched off on 2026-02-02; use `POST /adv/v2/seacat/save-ad`."
    )
    const { deprecation, link, sunset } = creation.responses["429"].headers
    assert.strictEqual(deprecation.example, "@1764536400")
    assert.strictEqual(sunset.example, "Sun, 01 Feb 2026 21:00:00 GMT")
    assert.include(link.example, '</adv/v2/seacat/save-ad>; rel="successor-version"')
  })

  it("may answer 410 where the installation refuses them", async () => {
    const enforcing = await withPolicy("enforce")
    assert.property(enforcing["paths"]["/adv/v0/config"].get.responses, "410")
    assert.notProperty(enforcing["paths"]["/adv/v1/balance"].get.responses, "410")
    assert.notProperty(published["paths"]["/adv/v0/config"].get.responses, "410")
  })

  it("are like all others where the installation ignores their dates", async () => {
    const operations = operationsOf(await withPolicy("ignore"))
    for (const [name, operation] of operations) {
      assert.notProperty(operation, "deprecated", name)
      assert.notProperty(operation["responses"]["200"]?.headers ?? {}, "sunset", name)
    }
  })
})

describe("the errors of operations on campaigns", () => {
  const exampleOf = (document: Node, path: string, status: number, type = "application/json") =>
    document["paths"][path].get.responses[status].content[type].examples.example.value

  it("are a text in the form of the operation, and in the language of the installation", async () => {
    const english = await documentOf(publishedCatalog, {}, "en")
    const plain = [422, "text/plain; charset=utf-8"] as const
    assert.strictEqual(exampleOf(published, "/adv/v0/start", ...plain), "Статус кампании не изменен")
    assert.strictEqual(exampleOf(english, "/adv/v0/start", ...plain), "Campaign status not changed")
    assert.deepStrictEqual(exampleOf(published, "/adv/v0/delete", 422), { error: "Статус кампании не изменен" })
    assert.match(exampleOf(published, "/adv/v1/payments", 400), /^Некорректный период/)
  })

  it("have a status in the body where the token or the budget is refused, and name the operation", () => {
    for (const [status, id] of [
      [401, "requestId"],
      [403, "request_id"],
      [429, "requestId"]
    ] as const) {
      const example = exampleOf(published, "/adv/v0/pause", status)
      assert.deepInclude(example, { status, origin: "campaigns.pause" })
      assert.isString(example[id])
    }
  })
})

describe("bodies that may be missing", () => {
  it("are no required ones", () => {
    const [information, rename] = ["/adv/v1/promotion/adverts", "/adv/v0/rename"].map(
      (path) => published["paths"][path].post.requestBody.required
    )
    assert.deepStrictEqual([information, rename], [false, true])
  })

  it("are said to be so in answers", () => {
    const answers = operationsOf(published).flatMap(([name, { responses }]) =>
      Object.entries<Node>(responses).flatMap(([status, answer]) =>
        answer["x-may-be-empty"] === undefined ? [] : [`${name} ${status}`]
      )
    )
    assert.deepStrictEqual(answers, ["post /adv/v1/budget/deposit 200"])
  })
})

describe("the limits of the document", () => {
  const limitOf = (document: Node, name: string) =>
    operationsOf(document).find(([other]) => other === name)![1]["x-rate-limit"]

  it("are the default ones unless an installation has its own", () => {
    assert.deepStrictEqual(limitOf(published, "post /api/v1/webhooks/check"), {
      budget: "urlChecks",
      requests: 60,
      window: "1 minute"
    })
  })

  it("are those of the installation", async () => {
    const own = await documentOf(publishedCatalog, { urlChecks: { permits: 3, window: "5 minutes" } })
    assert.deepStrictEqual(limitOf(own, "post /api/v1/webhooks/check"), {
      budget: "urlChecks",
      requests: 3,
      window: "5 minutes"
    })
    assert.deepStrictEqual(limitOf(own, "post /api/v1/webhooks"), limitOf(published, "post /api/v1/webhooks"))
  })

  it("name a time although the installation gave it as a duration", async () => {
    const window = Duration.minutes(5)
    const own = await documentOf(publishedCatalog, { urlChecks: { permits: 3, window } })
    assert.match(limitOf(own, "post /api/v1/webhooks/check").window, /^\d+ \w+$/)
  })
})

describe("the notification of the document", () => {
  const typesOf = (catalog: EventCatalog): ReadonlyArray<readonly [scope: string, type: EventType]> =>
    catalog.scopes.flatMap(({ eventTypes, key }) => eventTypes.map((type) => [key, type] as const))

  const eventsOf = (document: Node): ReadonlyArray<Node> =>
    document["components"].schemas.Notification.properties.events.items.anyOf

  const describedEvent = (document: Node, scope: string, type: string): Node =>
    eventsOf(document).find(({ properties }) => properties.type.const === type && properties.scope.const === scope)!

  const operation = published["webhooks"].notification.post

  it.each(typesOf(publishedCatalog).map(([scope, type]) => [scope, type.key, type] as const))(
    "describes the event %s/%s with the fields of its payload",
    (scope, key, type) => {
      const event = describedEvent(published, scope, key)
      const { properties, required } = event["properties"].payload
      assert.includeMembers(Object.keys(properties), Object.keys(type.example))
      assert.includeMembers(Object.keys(properties), required)
    }
  )

  it.each(typesOf(publishedCatalog).map(([scope, type]) => [scope, type.key, type] as const))(
    "has an example of the event %s/%s",
    (scope, key, type) => {
      const { value } = operation.requestBody.content["application/json"].examples[`${scope}.${key}`]
      assert.deepStrictEqual(value.events[0].payload, type.example)
    }
  )

  it("has for every event the fields of the document", () => {
    for (const { required } of eventsOf(published)) {
      assert.sameMembers(required, ["id", "idempotencyKey", "time", "type", "scope", "test", "payload"])
    }
  })

  it("is authorized with the webhook's secret in the header Authorization", () => {
    const [scheme] = operation.security.flatMap(Object.keys)
    const { in: place, name, type } = published["components"].securitySchemes[scheme]
    assert.deepStrictEqual([type, place, name], ["apiKey", "header", "Authorization"])
  })

  const ownScope = (payload: Schema.Codec<any, any>) =>
    eventScope({
      key: "own",
      name: "Own",
      category: "users",
      eventTypes: [eventType({ key: "x", name: "X", payload, example: {} })]
    })

  const descriptionsWithCategories = (document: Node): ReadonlyArray<string> => [
    document["webhooks"].notification.post.description,
    document["paths"]["/api/v1/webhooks"].post.description,
    document["paths"]["/api/v1/webhooks/{id}"].put.description
  ]

  it("names the token category of each event type, there and where webhooks subscribe", async () => {
    for (const description of descriptionsWithCategories(published)) {
      assert.include(description, "`contentanalytics/report_generation_complete`: `analytics`")
      assert.include(description, "`content/card_creation_error`: `content`")
      assert.include(description, "`content/card_changed`: `content`")
      assert.include(description, "`questionsandfeedback/feedback_updated`: `feedbacksAndQuestions`")
    }
    for (const description of descriptionsWithCategories(await documentOf(own(Schema.Struct({}))))) {
      assert.include(description, "`own/x`: `users`")
    }
    for (const description of descriptionsWithCategories(await documentOf(new EventCatalog([])))) {
      assert.notInclude(description, "categor")
    }
  })

  const own = (payload: Schema.Codec<any, any>) => publishedCatalog.with([ownScope(payload)])

  it("describes no event types but those of the installation", async () => {
    assert.lengthOf(eventsOf(await documentOf(new EventCatalog([ownScope(Schema.Struct({}))]))), 1)
  })

  it("describes the event types that an installation adds", async () => {
    const { properties } = describedEvent(await documentOf(own(Schema.Struct({ id: Schema.String }))), "own", "x")
    assert.deepStrictEqual(properties.payload.properties, { id: { type: "string" } })
  })

  it("shows what an installation says of the fields of its payloads, and adds nothing to it", async () => {
    const payload = Schema.Struct({
      title: Schema.String.annotateKey({ description: "What the order is called.", examples: ["Two shirts"] }),
      secret: Schema.String
    })
    const { properties } = describedEvent(await documentOf(own(payload)), "own", "x")
    assert.deepStrictEqual(properties.payload.properties, {
      title: { type: "string", description: "What the order is called.", examples: ["Two shirts"] },
      secret: { type: "string" }
    })
  })

  it("defines what a payload refers to by name", async () => {
    const Line = Schema.Struct({ article: Schema.String }).annotate({ identifier: "OrderLine" })
    const document = await documentOf(own(Schema.Struct({ lines: Schema.Array(Line) })))
    assert.deepStrictEqual(document["components"].schemas.OrderLine.properties, { article: { type: "string" } })
  })

  it("leaves the API's own schemas alone although a payload has one of the same name", async () => {
    const Webhook = Schema.Struct({ other: Schema.String }).annotate({ identifier: "Webhook" })
    const document = await documentOf(own(Schema.Struct({ webhook: Webhook })))
    assert.deepStrictEqual(document["components"].schemas.Webhook, published["components"].schemas.Webhook)
  })

  it("is a valid schema although there are no event types", async () => {
    const empty = nodesOf(await documentOf(new EventCatalog([]))).filter(({ anyOf }) => anyOf?.length === 0)
    assert.isEmpty(empty)
  })
})
