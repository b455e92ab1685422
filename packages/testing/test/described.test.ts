/** Whether the run over described requests notices wrong answers. */
import { assert, describe, it } from "@effect/vitest"
import { makeCoverage } from "../src/described/Coverage.ts"
import { describedOperations } from "../src/described/DescribedOperation.ts"
import { describedSchemas } from "../src/described/DescribedSchemas.ts"
import { plannedRequest } from "../src/described/plannedRequest.ts"
import { Credential, refusalOf, type RequestPlan, unreadable, wrongValues } from "../src/described/RequestPlan.ts"
import { type DescribedApi, makeDescribedClient } from "../src/described/DescribedClient.ts"

const document = {
  paths: {
    "/things/{name}": {
      put: {
        operationId: "things.put",
        parameters: [
          { name: "name", in: "path", schema: { type: "string", pattern: "^[a-z]+$" } },
          { name: "count", in: "query", schema: { type: "integer", minimum: 1, maximum: 9 } }
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Thing" },
              examples: { example: { value: { size: 1 } } }
            }
          }
        },
        responses: {
          200: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
            headers: { "x-left": { required: true, schema: { type: "integer", minimum: 0, maximum: 5 } } }
          },
          400: { content: { "application/json": { schema: { type: "object", required: ["errors"] } } } },
          401: {}
        }
      }
    }
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        properties: { size: { type: "integer", minimum: 0, maximum: 7, examples: [1] } },
        required: ["size"]
      }
    }
  }
}

const api: DescribedApi = {
  name: "seller",
  operations: describedOperations(document),
  schemas: describedSchemas(document)
}

const right: RequestPlan = {
  operation: "things.put",
  credential: "own",
  parameters: { name: { from: "schema", value: "a" } },
  body: { from: "example" }
}

const wrong: RequestPlan = { ...right, body: { from: "broken", value: { size: 8 } } }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })

/** A client of a service that answers so, and lists what it has. */
const clientOf = (answer: () => Response, webhooks = (): ReadonlyArray<unknown> => [], of = api) =>
  makeDescribedClient(
    {
      operatorKey: "key",
      token: async () => "token",
      publish: async () => [],
      operator: async () => new Response(null),
      stop: async () => {},
      fetch: async (path) => {
        if (path.startsWith("/api/v1/")) return json(200, { webhooks: webhooks(), events: [], history: [] })
        return /^\/(adv|operator)\//.test(path) ? json(200, 55) : answer()
      }
    },
    of,
    makeCoverage()
  )

const assertFails = async (promise: Promise<unknown>, message: RegExp): Promise<void> => {
  const problem = await promise.then(
    () => undefined,
    (cause: Error) => cause.message
  )
  assert.match(problem ?? "nothing was noticed", message)
}

describe("a client that a document describes", () => {
  it("is content with what is declared", async () => {
    const client = await clientOf(() => json(200, { size: 7 }, { "x-left": "5" }))
    assert.strictEqual(await client.sendAndLook(right), 200)
  })

  it.each<readonly [string, RequestPlan, () => Response, RegExp]>([
    ["a status that is not declared", right, () => json(500, {}), /answered 500, which is not declared/],
    ["a body that does not fit", right, () => json(200, { size: 8 }, { "x-left": "1" }), /"size":8/],
    ["another type of content", right, () => new Response("1", { headers: { "x-left": "1" } }), /text\/plain/],
    ["a body where there is none", { ...right, credential: "none" }, () => json(401, {}), /answered 401/],
    ["a header that is missing", right, () => json(200, { size: 1 }), /no x-left/],
    ["a header that does not fit", right, () => json(200, { size: 1 }, { "x-left": "6" }), /x-left: 6/],
    ["wrong input that is taken", wrong, () => json(200, { size: 1 }, { "x-left": "1" }), /answered 200/],
    ["a caller who is let in", { ...right, credential: "wrong" }, () => json(400, { errors: [] }), /answered 400/]
  ])("notices %s", async (_title, plan, answer, message) => {
    await assertFails((await clientOf(answer)).send(plan), message)
  })

  it("notices that a refused request has changed something", async () => {
    let listed = 0
    const client = await clientOf(
      () => json(400, { errors: [{}] }),
      () => [listed++]
    )
    await assertFails(client.sendAndLook(wrong), /webhooks/)
    await assertFails(
      client.changingNothing(() => client.send(wrong)),
      /webhooks/
    )
  })
})

/** An operation on campaigns, which takes a list, and refuses with texts. */
const [ofCampaigns] = describedOperations({
  paths: {
    "/campaigns": {
      post: {
        operationId: "campaigns.look",
        "x-token-types": ["service"],
        "x-token-category": "promotion",
        "x-token-access": "write",
        parameters: [{ name: "id", in: "query", required: true, schema: { type: "integer", maximum: 9 }, example: 7 }],
        requestBody: {
          content: { "application/json": { schema: { type: "array" }, examples: { example: { value: [7, 8] } } } }
        },
        responses: {
          200: { content: { "application/json": { schema: { type: "object" } } }, "x-may-be-empty": true },
          400: { content: { "text/plain": { schema: { type: "string" } } } },
          422: { content: { "text/plain": { schema: { type: "string" } } } },
          401: {},
          403: {}
        }
      }
    }
  },
  components: { schemas: { Campaign: { properties: { advertId: { examples: [7] } } } } }
})

const look: RequestPlan = {
  operation: "campaigns.look",
  credential: "own",
  parameters: { id: { from: "known", which: 0 } },
  body: { from: "example" }
}

const requested = (change: Partial<RequestPlan>) =>
  plannedRequest(
    ofCampaigns!,
    { ...look, ...change },
    { of: async (noun) => [noun === "campaigns" ? "55" : "1"] },
    "me"
  )

describe("an operation on campaigns", () => {
  it("is about the caller's campaign instead of the one in the examples", async () => {
    const { body, path } = await requested({})
    assert.deepStrictEqual([path, body], ["/campaigns?id=55", "[55,8]"])
  })

  it("is about one that there is not, where that is planned", async () => {
    const { body, path } = await requested({ parameters: { id: { from: "missing" } }, body: { from: "missing" } })
    assert.deepStrictEqual([path, JSON.parse(body!)], ["/campaigns?id=9", [999_999_999_999, 8]])
  })

  it("is wrong with a parameter that is left out, or comes twice", async () => {
    assert.includeDeepMembers(
      [...wrongValues(api.schemas, ofCampaigns!.parameters[0]!)],
      [{ from: "twice" }, { from: "omitted" }]
    )
    assert.strictEqual((await requested({ parameters: { id: { from: "twice" } } })).path, "/campaigns?id=7&id=7")
    assert.strictEqual((await requested({ parameters: { id: { from: "omitted" } } })).path, "/campaigns")
  })

  it("takes the tokens that are described", () => {
    assert.deepStrictEqual(
      Credential.literals.map((credential) => refusalOf(ofCampaigns!, credential)),
      [undefined, 401, 401, 403, 403, 403]
    )
    const access = { tokenTypes: ["personal", "service"], category: "any", refusesReadOnly: false }
    assert.deepStrictEqual(
      Credential.literals.map((credential) => refusalOf({ ...ofCampaigns!, access }, credential)),
      [undefined, 401, 401, undefined, undefined, undefined]
    )
    assert.strictEqual(refusalOf({ ...ofCampaigns!, access: undefined }, "personal"), 401)
  })

  it("can do without a body only where that is described", () => {
    const { body } = ofCampaigns!
    assert.lengthOf(unreadable({ ...ofCampaigns!, body: { ...body!, required: true } }), 3)
    assert.lengthOf(unreadable(ofCampaigns!), 2)
  })

  const answered = async (plan: RequestPlan, answer: () => Response) => {
    const looked: DescribedApi = { ...api, operations: [ofCampaigns!] }
    return (await clientOf(answer, undefined, looked)).send(plan)
  }

  const text = (status: number) => () => new Response("no", { status, headers: { "content-type": "text/plain" } })

  it("may refuse what is wrong with 422, and nothing that is right with 403", async () => {
    const twice: RequestPlan = { ...look, parameters: { id: { from: "twice" } } }
    assert.strictEqual(await answered(twice, text(422)), 422)
    await assertFails(
      answered(twice, () => json(200, {})),
      /answered 200/
    )
    await assertFails(
      answered(look, () => new Response(null, { status: 403 })),
      /answered 403/
    )
  })

  it("may answer with no body where that is described", async () => {
    assert.strictEqual(await answered(look, () => new Response("")), 200)
    const empty = await clientOf(
      () => new Response("", { headers: { "content-type": "application/json", "x-left": "1" } })
    )
    await assertFails(empty.send(right), /answered 200/)
  })
})

describe("what is wrong", () => {
  it("breaks one rule of the schema each", () => {
    const broken = api.schemas.broken(api.operations[0]!.body!.schema)
    assert.deepInclude(broken, {})
    for (const size of [-1, 8, 0.5, "text", null, true]) assert.deepInclude(broken, { size })
    assert.isEmpty(
      broken.filter((value) => api.schemas.problemOf({ $ref: "#/components/schemas/Thing" }, value) === undefined)
    )
  })

  it("is what a parameter's text may not be", () => {
    const [name, count] = api.operations[0]!.parameters.map((parameter) =>
      wrongValues(api.schemas, parameter).map((wrong) => ("value" in wrong ? wrong.value : undefined))
    )
    assert.includeMembers(name!, ["17", "\u0000"])
    assert.notInclude(name!, "yes")
    assert.includeMembers(count!, ["17", "-1", "0.5", ""])
  })
})

describe("coverage", () => {
  const [operation] = api.operations
  const shown = { file: "a.test.ts", test: "b" }

  it("names what was not seen, and what need not be shown elsewhere", () => {
    const coverage = makeCoverage()
    coverage.reached(operation!, 200)
    const elsewhere = { "things.put 200": shown, "things.put 401": shown, "things.put 409": shown }
    assert.deepStrictEqual(coverage.report(api.operations, elsewhere), {
      declared: 3,
      reached: 1,
      missing: ["things.put 400"],
      needless: ["things.put 200", "things.put 409"]
    })
  })
})
