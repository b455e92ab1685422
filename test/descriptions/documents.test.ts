/** What people and programs read of both APIs: everything has a sentence and an example, and every example is right. */
import { assert, describe, it } from "@effect/vitest"
import { sellerApiDocument } from "@sellerkit/core/service"
import { sandboxOperatorDocument } from "@sellerkit/standalone"
import { Effect } from "effect"
import type { Part } from "./documentParts.ts"
import { rules } from "./documentRules.ts"
import { describedOperations, shownOperations } from "./operationsTable.ts"

const asPublished = async (document: Effect.Effect<Part>): Promise<Part> =>
  JSON.parse(JSON.stringify(await Effect.runPromise(document)))

const documents: Readonly<Record<string, Part>> = {
  "the seller API": await asPublished(sellerApiDocument),
  "the operator interface": await asPublished(sandboxOperatorDocument)
}

for (const [name, document] of Object.entries(documents)) {
  describe(`the document of ${name}`, () => {
    it.each(Object.entries(rules))("%s", (_rule, offencesIn) => {
      assert.deepStrictEqual(offencesIn(document), [])
    })
  })
}

describe("the README", () => {
  it("lists the operations as they are declared: npm run operations", () => {
    assert.strictEqual(shownOperations(), describedOperations())
  })
})

/** What is done to a document, and where its rule finds that. */
const damages: Readonly<
  Record<keyof typeof rules, ReadonlyArray<readonly [place: string, damage: (document: Part) => void]>>
> = {
  "says what it is for": [["info", ({ info }) => delete info.description]],
  "has a sentence and a summary for each operation": [
    ["GET /api/v1/webhooks", ({ paths }) => (paths["/api/v1/webhooks"].get.description = "List webhooks")],
    ["GET /api/v1/webhooks", ({ paths }) => delete paths["/api/v1/webhooks"].get.summary],
    ["POST notification", ({ webhooks }) => delete webhooks.notification.post.description]
  ],
  "has a sentence for each parameter and header": [
    ["GET /api/v1/events query.limit", ({ paths }) => delete paths["/api/v1/events"].get.parameters[0].description],
    [
      "DELETE /api/v1/webhooks/{id} 204 x-request-id",
      ({ paths }) => delete paths["/api/v1/webhooks/{id}"].delete.responses[204].headers["x-request-id"].description
    ]
  ],
  "has a sentence for each field": [
    ["Webhook.name", ({ components }) => delete components.schemas.Webhook.properties.name.description],
    [
      "HistoryEntry.request.webhookId",
      ({ components }) => delete components.schemas.HistoryEntry.properties.request.properties.webhookId.description
    ],
    [
      "GET /api/v1/events 200 application/json.next",
      ({ paths }) =>
        delete paths["/api/v1/events"].get.responses[200].content["application/json"].schema.properties.next.description
    ]
  ],
  "has a sentence for each status": [
    ["GET /api/v1/events 400", ({ paths }) => (paths["/api/v1/events"].get.responses[400].description = "BadRequest")]
  ],
  "has a sentence for each way to say who calls": [
    ["HeaderApiKey", ({ components }) => delete components.securitySchemes.HeaderApiKey.description]
  ],
  "has an example of each body, parameter, header and field": [
    [
      "POST /api/v1/webhooks application/json",
      ({ paths }) => delete paths["/api/v1/webhooks"].post.requestBody.content["application/json"].examples
    ],
    ["Delivery.error", ({ components }) => delete components.schemas.Delivery.properties.error.examples]
  ],
  "has examples that fit their schemas": [
    [
      'Delivery.id: data must match format "uuid"',
      ({ components }) =>
        (components.schemas.Delivery.properties.id = { type: "string", format: "uuid", examples: ["1"] })
    ],
    [
      "POST /api/v1/webhooks application/json: data must have required property 'url'",
      ({ paths }) =>
        delete paths["/api/v1/webhooks"].post.requestBody.content["application/json"].examples.example.value.url
    ]
  ],
  "has bounds for each number": [
    [
      "Delivery.responseCode",
      ({ components }) => (components.schemas.Delivery.properties.responseCode.minimum = -Number.MAX_SAFE_INTEGER)
    ]
  ],
  "has a pattern for each text in a path": [
    [
      "GET /api/v1/webhooks/{id} path.id",
      ({ paths }) => delete paths["/api/v1/webhooks/{id}"].get.parameters[0].schema.pattern
    ]
  ],
  "names each tag once, and puts each operation under one": [
    ["Webhooks", ({ tags }) => tags.push(tags.find(({ name }: Part) => name === "Webhooks"))],
    ["POST notification", ({ webhooks }) => delete webhooks.notification.post.tags]
  ]
}

describe("a rule finds what is missing", () => {
  it.each(Object.entries(damages).flatMap(([rule, cases]) => cases.map((one) => [rule, ...one] as const)))(
    "%s: %s",
    (rule, place, damage) => {
      const document = structuredClone(documents["the seller API"])
      damage(document)
      const [found] = rules[rule]!(document)
      assert.isTrue(found?.startsWith(place), found)
    }
  )
})
