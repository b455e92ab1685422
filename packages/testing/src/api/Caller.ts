/** Calls the API with one token, and reads what comes back. */
import { assert } from "@effect/vitest"
import type { ApiService, TokenOptions } from "./ApiTarget.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The body as it came. */
  readonly text: string
  /** The body as JSON; undefined where there is none, or where it is said to be text. */
  readonly body: any
}

export interface Caller {
  readonly sellerId: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
}

export const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const { headers, status } = response
  const isText = text === "" || headers.get("content-type")?.startsWith("text/plain") === true
  return { status, headers, text, body: isText ? undefined : JSON.parse(text) }
}

/** A new seller: tests of one service do not see each other's data. */
export const newSeller = (): string => crypto.randomUUID()

export const callerWith = (service: ApiService, token: string | undefined, sellerId: string): Caller => {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    read(
      await service.fetch(path, {
        method,
        headers: {
          ...(token === undefined ? undefined : { authorization: token }),
          ...(body === undefined ? undefined : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined
          ? undefined
          : {
              body: typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body)
            })
      })
    )
  return {
    sellerId,
    call,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body)
  }
}

/** Someone with a token of its own; a new seller unless one is given. */
export const newCaller = async (service: ApiService, options: Partial<TokenOptions> = {}): Promise<Caller> => {
  const sellerId = options.sellerId ?? newSeller()
  return callerWith(service, await service.token({ ...options, sellerId }), sellerId)
}

export const cardChanged = { scope: "content", event: "card_changed" } as const
export const feedbackUpdated = { scope: "questionsandfeedback", event: "feedback_updated" } as const
export const reportComplete = { scope: "contentanalytics", event: "report_generation_complete" } as const

export const newWebhook = (change: Record<string, unknown> = {}) => ({
  enabled: true,
  name: "Orders",
  // Nothing listens there: what is published waits.
  url: "http://127.0.0.1:9/hook",
  subscriptions: [cardChanged],
  ...change
})

export const createWebhook = async (caller: Caller, change: Record<string, unknown> = {}) => {
  const { body, status } = await caller.post("/api/v1/webhooks", newWebhook(change))
  assert.strictEqual(status, 200, JSON.stringify(body))
  return body as { readonly id: string; readonly secret: string; readonly [key: string]: unknown }
}

export const cardEvent = (number: number, change: Record<string, unknown> = {}) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: number, vendorCode: `card-${number}`, updatedAt: "2026-01-15T09:30:00Z" },
  ...change
})

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The published error body, and nothing else (Seller Webhooks Service, Error body). */
export const assertProblem = ({ body, headers, status }: Answer, expected: number): void => {
  assert.strictEqual(status, expected, JSON.stringify(body))
  assert.match(headers.get("content-type") ?? "", /^application\/json/)
  assert.sameMembers(Object.keys(body), ["title", "detail", "requestId", "origin", "errors"])
  for (const key of ["title", "detail", "requestId", "origin"]) assert.isString(body[key], key)
  assert.isNotEmpty(body.title)
  assert.isNotEmpty(body.detail)
  assert.isArray(body.errors)
  for (const error of body.errors) {
    assert.sameMembers(Object.keys(error), ["message", "location", "value"])
    assert.isString(error.message)
    assert.isString(error.location)
  }
  assert.strictEqual(headers.get("x-request-id"), body.requestId)
}

/** A 400 with exactly these failing fields. */
export const assertFields = (answer: Answer, ...locations: ReadonlyArray<string>): void => {
  assertProblem(answer, 400)
  assert.sameMembers(
    answer.body.errors.map(({ location }: { readonly location: string }) => location),
    [...locations],
    JSON.stringify(answer.body)
  )
}
