/** Who answers a request from outside, and what happens when it cannot be answered. */
import { Category, JwtTokens, SellerId } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { answerRequest } from "../src/gateway/answerRequest.ts"
import { makeGateway } from "../src/gateway/Gateway.ts"
import type { ObjectNamespace } from "../src/Platform.ts"
import type { Forwarded } from "../src/durableObject/SellerObject.ts"
import type { AnyWorkerOptions } from "../src/WorkerOptions.ts"

const secret = "a secret of at least thirty-two characters"
const sellerId = SellerId.make("01980000-0000-7000-8000-000000000001")

const grant = {
  tokenId: "t-1",
  sellerId,
  type: "base",
  categories: Category.literals,
  readOnly: true,
  sandbox: true
} as const
const token = (key = secret) =>
  Effect.runPromise(Effect.map(JwtTokens.issue(Redacted.make(key), grant, Duration.hours(1)), Redacted.value))

type Answer = (request: Request, forwarded: Forwarded) => Promise<Response>

/** Objects that answer so, and which of them were asked. */
const objectsThat = (answer: Answer) => {
  const asked: Array<{ readonly name: string; readonly forwarded: Forwarded }> = []
  const sellers: ObjectNamespace = {
    idFromName: (name) => name,
    get: (name) => ({
      answer: (request: Request, forwarded: Forwarded) => {
        asked.push({ name: name as string, forwarded })
        return answer(request, forwarded)
      }
    })
  }
  return { asked, sellers }
}

const logged: Array<string> = []

const ask = async (
  headers: Record<string, string>,
  answer: Answer = async () => Response.json("from the object"),
  options: Partial<AnyWorkerOptions> = {}
) => {
  const { asked, sellers } = objectsThat(answer)
  const log: AnyWorkerOptions["log"] = ({ cause = "", level, message }) =>
    void logged.push(`${level} ${message} ${cause}`)
  logged.length = 0
  const gateway = makeGateway({ sellers, tokens: { secret }, log, ...options })
  const request = new Request("https://seller.example/api/v1/webhooks", { headers })
  const response = await answerRequest(gateway, sellers, request)
  return { asked, status: response.status, body: (await response.json()) as any, headers: response.headers }
}

describe("a request from outside", () => {
  it("is answered by the object of the seller that its token is for, which is told who calls and from where", async () => {
    const { asked, body } = await ask({ authorization: await token(), "cf-connecting-ip": "203.0.113.7" })
    assert.strictEqual(body, "from the object")
    assert.deepStrictEqual(asked, [
      {
        name: sellerId,
        forwarded: {
          caller: {
            owner: { sellerId, sandbox: true, serviceId: null },
            tokenId: "t-1",
            tokenType: "base",
            categories: Category.literals,
            readOnly: true
          },
          ip: "203.0.113.7"
        }
      }
    ])
  })

  it("asks no object for a caller whom nobody knows, and says why", async () => {
    for (const [authorization, detail] of [
      ["", "Send an API token in the Authorization header"],
      [await token("another secret of thirty-two characters"), "The token's signature is wrong"]
    ]) {
      const { asked, body, status } = await ask({ authorization: authorization! })
      assert.deepStrictEqual([status, body.detail, body.origin], [401, detail, "webhooks.list"])
      assert.deepStrictEqual(asked, [])
    }
  })

  it("is for a seller that the host knows, who needs no token", async () => {
    const authenticate = (request: Request) =>
      request.headers.get("cookie") === "session=1" ? { sellerId, categories: ["content"] as const } : undefined
    const known = await ask({ cookie: "session=1" }, undefined, { authenticate })
    assert.deepStrictEqual(known.asked[0]!.forwarded.caller!.categories, ["content"])
    assert.strictEqual((await ask({ cookie: "session=2" }, undefined, { authenticate })).status, 401)
    assert.strictEqual((await ask({ authorization: await token() }, undefined, { authenticate })).status, 200)
  })

  it("is answered 503 while its object is away", async () => {
    const away = Object.assign(new Error("Durable Object is overloaded"), { overloaded: true })
    const { body, status } = await ask({ authorization: await token() }, () => Promise.reject(away))
    assert.deepStrictEqual([status, body.origin], [503, "webhooks.list"])
    assert.match(logged.join(), /^Warn.* 503/)
  })

  it("is answered 500 when something unexpected happens, and the log says what", async () => {
    const broken = () => Promise.reject(new Error("The database was written by a newer version"))
    assert.strictEqual((await ask({ authorization: await token() }, broken)).status, 500)
    assert.match(logged.join(), /^Error.*newer version/s)
    const authenticate = () => Promise.reject(new Error("no session store"))
    const { asked, body, status } = await ask({ authorization: await token() }, undefined, { authenticate })
    assert.deepStrictEqual([status, asked], [500, []])
    assert.notMatch(JSON.stringify(body), /session/)
    assert.match(logged.join(), /no session store/)
  })

  it("is answered 500 where the host describes a caller that cannot be", async () => {
    const authenticate = () => ({ sellerId, readonly: true })
    const { asked, status } = await ask({}, undefined, { authenticate })
    assert.deepStrictEqual([status, asked], [500, []])
    assert.match(logged.join(), /authenticate returned a caller that cannot be: readonly: /)
  })
})
