/** A client that calls an API as its document describes, and checks that the answers are as described. */
import { assert } from "@effect/vitest"
import { type Caller, callerWith, newSeller } from "../api/Caller.ts"
import type { Coverage } from "./Coverage.ts"
import { assertSame, assertUnchanged, describedDataOf } from "./DescribedData.ts"
import type { Described, DescribedAnswer, DescribedOperation } from "./DescribedOperation.ts"
import type { DescribedSchemas } from "./DescribedSchemas.ts"
import type { RunningDescribed } from "./DescribedTarget.ts"
import { plannedRequest } from "./plannedRequest.ts"
import { type Credential, isWrong, refusalOf, type RequestPlan } from "./RequestPlan.ts"
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
const expected = (operation: DescribedOperation, plan: RequestPlan): ReadonlyArray<number> => {
  const refusal = refusalOf(operation, plan.credential)
  if (refusal !== undefined) return [refusal]
  const declared = [...operation.answers.keys()]
  // Some operations tell the one from the other.
  if (isWrong(plan)) return [400, 422].filter((status) => declared.includes(status))
  // Of the categories of subscriptions nothing is known here.
  const refused = operation.access?.category === "any" ? [401] : [401, 403]
  return declared.filter((status) => !refused.includes(status))
}

/** What refuses is not always JSON. */
const valueIn = (type: string, text: string): unknown =>
  type.startsWith("application/json") && text !== "" ? JSON.parse(text) : text

/** Numbers travel as text. */
const headerValue = (schema: Described, text: string): unknown => (schema.type === "integer" ? Number(text) : text)

const assertHeaders = ({ schemas }: DescribedApi, { headers }: DescribedAnswer, given: Headers, about: string) => {
  for (const [name, { required, schema }] of headers) {
    const text = given.get(name)
    if (text === null && !required) continue
    assert.isNotNull(text, `${about}: no ${name}`)
    assert.isUndefined(schemas.problemOf(schema, headerValue(schema, text!)), `${about}: ${name}: ${text}`)
  }
}

const assertBody = (
  { schemas }: DescribedApi,
  { bodies, mayBeEmpty }: DescribedAnswer,
  given: Response,
  text: string,
  about: string
) => {
  if (bodies.size === 0) return assert.strictEqual(text, "", about)
  if (mayBeEmpty && text === "") return
  const type = given.headers.get("content-type") ?? ""
  const schema = bodies.get(type) ?? bodies.get(type.split(";")[0]!)
  assert.isDefined(schema, `${about}: ${type}`)
  assert.isUndefined(schemas.problemOf(schema, valueIn(type, text)), `${about}: ${text}`)
}

export const makeDescribedClient = async (
  service: RunningDescribed,
  api: DescribedApi,
  coverage: Coverage
): Promise<DescribedClient> => {
  const sellerId = newSeller()
  const own = await service.token({ sellerId, type: "service", serviceId: "described" })
  const caller: Caller = callerWith(service, own, sellerId)
  const resources = sampleResourcesOf(service, caller)
  // Most clients send no more than their own.
  const credentials: Readonly<Record<Credential, () => Promise<string> | string | undefined>> = {
    own: () => (api.name === "seller" ? own : `Bearer ${service.operatorKey}`),
    personal: () => service.token({ sellerId, type: "personal" }),
    readOnly: () => service.token({ sellerId, readOnly: true }),
    uncategorised: () => service.token({ sellerId, categories: ["users"] }),
    wrong: () => "Bearer nonsense",
    none: () => undefined
  }

  const look = () => describedDataOf(caller, api.operations)

  const operationOf = (plan: RequestPlan) => api.operations.find(({ id }) => id === plan.operation)!

  const prepare = (plan: RequestPlan) => plannedRequest(operationOf(plan), plan, resources, sellerId)

  const exchange = async (plan: RequestPlan, besides: ReadonlyArray<number> = []) => {
    const operation = operationOf(plan)
    const { body, headers, path } = await prepare(plan)
    const authorization = await credentials[plan.credential]()
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
    assert.include([...expected(operation, plan), ...besides], response.status, `${about}: ${text}`)
    coverage.reached(operation, response.status)
    const answered = valueIn(response.headers.get("content-type") ?? "", text)
    return { status: response.status, answered, isRead: operation.method === "GET" }
  }

  return {
    resources,
    prepare,
    send: async (plan) => (await exchange(plan)).status,
    spend: async (plan) => (await exchange(plan, [429])).status,
    sendAndLook: async (plan) => {
      await prepare(plan)
      const before = await look()
      const { answered, isRead, status } = await exchange(plan)
      if (status >= 400 && !isRead) assertUnchanged(before, await look(), status, answered)
      return status
    },
    changingNothing: async (sendAll) => {
      const before = await look()
      await sendAll()
      assertSame(before, await look())
    }
  }
}
