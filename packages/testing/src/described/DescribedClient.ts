/** A client that calls an API as its document describes, and checks that the answers are as described. */
import { assert } from "@effect/vitest"
import { type Caller, callerWith, newSeller } from "../api/Caller.ts"
import { assertNothingStored, sellerDataOf } from "../api/SellerData.ts"
import type { Coverage } from "./Coverage.ts"
import type { Described, DescribedAnswer, DescribedOperation } from "./DescribedOperation.ts"
import type { DescribedSchemas } from "./DescribedSchemas.ts"
import type { RunningDescribed } from "./DescribedTarget.ts"
import { plannedRequest } from "./plannedRequest.ts"
import { type Credential, isWrong, type RequestPlan } from "./RequestPlan.ts"
import { type SampleResources, sampleResourcesOf } from "./SampleResources.ts"

export interface DescribedApi {
  readonly name: "operator" | "seller"
  readonly operations: ReadonlyArray<DescribedOperation>
  readonly schemas: DescribedSchemas
}

export interface DescribedClient {
  readonly resources: SampleResources
  /** Makes what the request is about. */
  prepare(plan: RequestPlan): Promise<unknown>
  /** Sends the request and gives the status; fails unless the answer is as the document says. */
  send(plan: RequestPlan): Promise<number>
  /** The same; a refused request must have changed nothing. */
  sendAndLook(plan: RequestPlan): Promise<number>
  /** The same, where the budget may be spent as well. */
  spend(plan: RequestPlan): Promise<number>
  /** Fails where `send` has changed the seller's data. */
  changingNothing(send: () => Promise<unknown>): Promise<void>
}

/** What the answer may be, as far as the plan decides it. */
const expected = ({ name }: DescribedApi, plan: RequestPlan): ReadonlyArray<number> | undefined => {
  if (plan.credential === "personal") return name === "seller" ? [403] : [401]
  if (plan.credential !== "own") return [401]
  return isWrong(plan) ? [400] : undefined
}

/** Numbers travel as text. */
const headerValue = (schema: Described, text: string): unknown => (schema.type === "integer" ? Number(text) : text)

const assertHeaders = ({ schemas }: DescribedApi, { headers }: DescribedAnswer, given: Headers, about: string) => {
  for (const [name, schema] of headers) {
    const text = given.get(name)
    assert.isNotNull(text, `${about}: no ${name}`)
    assert.isUndefined(schemas.problemOf(schema, headerValue(schema, text!)), `${about}: ${name}: ${text}`)
  }
}

const assertBody = (
  { schemas }: DescribedApi,
  { bodies }: DescribedAnswer,
  given: Response,
  text: string,
  about: string
) => {
  if (bodies.size === 0) return assert.strictEqual(text, "", about)
  const type = given.headers.get("content-type") ?? ""
  const schema = bodies.get(type) ?? bodies.get(type.split(";")[0]!)
  assert.isDefined(schema, `${about}: ${type}`)
  const value = type.startsWith("application/json") ? JSON.parse(text) : text
  assert.isUndefined(schemas.problemOf(schema, value), `${about}: ${text}`)
}

export const makeDescribedClient = async (
  service: RunningDescribed,
  api: DescribedApi,
  coverage: Coverage
): Promise<DescribedClient> => {
  const sellerId = newSeller()
  const own = await service.token({ sellerId })
  const caller: Caller = callerWith(service, own, sellerId)
  const resources = sampleResourcesOf(service, caller)
  const credentials: Readonly<Record<Credential, string | undefined>> = {
    own: api.name === "seller" ? own : `Bearer ${service.operatorKey}`,
    personal: api.name === "seller" ? await service.token({ sellerId, type: "personal" }) : own,
    wrong: "Bearer nonsense",
    none: undefined
  }

  const operationOf = (plan: RequestPlan) => api.operations.find(({ id }) => id === plan.operation)!

  const prepare = (plan: RequestPlan) => plannedRequest(operationOf(plan), plan, resources, sellerId)

  const exchange = async (plan: RequestPlan, besides: ReadonlyArray<number> = []) => {
    const operation = operationOf(plan)
    const { body, headers, path } = await prepare(plan)
    const authorization = credentials[plan.credential]
    const response = await service.fetch(path, {
      method: operation.method,
      headers: { ...headers, ...(authorization === undefined ? undefined : { authorization }) },
      ...(body === undefined ? undefined : { body })
    })
    const text = await response.text()
    const about = `${operation.method} ${path} ${body ?? ""} was answered ${response.status}`
    const answer = operation.answers.get(response.status)
    assert.isDefined(answer, `${about}, which is not declared: ${text}`)
    assertHeaders(api, answer!, response.headers, about)
    assertBody(api, answer!, response, text, about)
    const allowed = expected(api, plan) ?? [...operation.answers.keys()]
    assert.include([...allowed, ...besides], response.status, `${about}: ${text}`)
    coverage.reached(operation, response.status)
    return { status: response.status, text, isRead: operation.method === "GET" }
  }

  return {
    resources,
    prepare,
    send: async (plan) => (await exchange(plan)).status,
    spend: async (plan) => (await exchange(plan, [429])).status,
    sendAndLook: async (plan) => {
      await prepare(plan)
      const before = await sellerDataOf(caller)
      const { isRead, status, text } = await exchange(plan)
      if (status >= 400 && !isRead) {
        assertNothingStored(before, await sellerDataOf(caller), status, JSON.parse(text))
      }
      return status
    },
    changingNothing: async (sendAll) => {
      const before = await sellerDataOf(caller)
      await sendAll()
      assert.deepStrictEqual(await sellerDataOf(caller), before)
    }
  }
}
