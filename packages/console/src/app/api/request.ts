/** The one place from which requests leave. */
import { base } from "../routing/base.ts"
import { endSession } from "../session/session.ts"
import { Failure, failureOf } from "./Failure.ts"
import { type Query, queryText } from "./queryText.ts"

export interface RequestOptions {
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

type Method = "DELETE" | "GET" | "POST" | "PUT"

const send = async (url: string, init: RequestInit): Promise<{ response: Response; text: string }> => {
  try {
    const response = await fetch(url, init)
    return { response, text: await response.text() }
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new Failure({ kind: "unreachable" })
  }
}

/** The text of the answer. `path` is below the console, such as `/operator/v1/clock`. Rejects with a `Failure`. */
export const requestText = async (method: Method, path: string, options: RequestOptions = {}): Promise<string> => {
  const { body, headers, query = {}, signal } = options
  const { response, text } = await send(`${base}${path}${queryText(query)}`, {
    method,
    credentials: "same-origin",
    redirect: "error",
    headers: {
      accept: "application/json",
      // Only scripts of this origin can send it: a forged request has none.
      "x-sellerkit-console": "1",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal })
  })
  if (response.ok) return text
  const failure = failureOf(response.status, response.headers, text)
  if (failure.reason.kind === "ended" && path !== "/session") endSession()
  throw failure
}

/** The answer as it is declared. A text that is not JSON is what a proxy says, not the service. */
export const request = async <Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> => {
  const text = await requestText(method, path, options)
  if (text === "") return undefined as Answer
  try {
    return JSON.parse(text) as Answer
  } catch {
    throw new Failure({ kind: "failed", status: 200, requestId: "" })
  }
}
