/** Answers in the form in which their operations declare them, where they may come in another. */
import { Effect, Record, SchemaAST } from "effect"
import { Headers, HttpClientResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { spentHeaders } from "../http/operation/TooManyRequests.ts"
import { refusalOf } from "./Budget.ts"

type Answer = HttpClientResponse.HttpClientResponse

const mayBeEmpty = (endpoint: HttpApiEndpoint.Top): boolean =>
  [...endpoint.success].some(({ ast }) => SchemaAST.isVoid(ast))

const withHeaders = ({ request, status }: Answer, body: ArrayBuffer | null, headers: Headers.Headers): Answer =>
  HttpClientResponse.fromWeb(request, new Response(body, { status, headers }))

/** An answer without a body says that it is JSON (`RefusedInputLayer`). One that has JSON at other times would be decoded as that. */
const withoutType = (answer: Answer) =>
  Effect.map(answer.arrayBuffer, ({ byteLength }) =>
    byteLength > 0 ? answer : withHeaders(answer, null, Headers.remove(answer.headers, "content-type"))
  )

/** The contract has the numbers in three headers (Rate limiting), and others have some of them. */
const withNumbers = (answer: Answer, now: number) => {
  const { limit, reset, retry } = refusalOf(answer.headers, now)
  const numbers = Record.map(spentHeaders.encode({ limit, resetAfter: reset, retryAfter: retry }), String)
  return Effect.map(answer.arrayBuffer, (body) => withHeaders(answer, body, Headers.setAll(answer.headers, numbers)))
}

/** All others are kept unread, so that large ones can be read as they arrive. `now` in milliseconds. */
export const asDeclared = (endpoint: HttpApiEndpoint.Top, answer: Answer, now: number) => {
  if (answer.status === 429) return withNumbers(answer, now)
  return answer.status === 200 && mayBeEmpty(endpoint) ? withoutType(answer) : Effect.succeed(answer)
}
