/** The one place from which requests leave. */
import { base } from "../../routing/base.ts"
import { endSession } from "../../session/session.ts"
import { Failure, failureOf } from "./Failure.ts"
import { type Query, queryText } from "./queryText.ts"

export interface RequestOptions {
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

type Method = "DELETE" | "GET" | "POST" | "PUT"

type Signal = RequestOptions["signal"]

const unlessAborted = (signal: Signal, cause: unknown): never => {
  if (signal?.aborted) throw cause
  throw new Failure({ kind: "unreachable" })
}

const send = async (url: string, signal: Signal, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (cause) {
    return unlessAborted(signal, cause)
  }
}

/** Rejects with a `Failure` where the answer breaks off. */
export const readText = async (response: Response, signal: Signal): Promise<string> => {
  try {
    return await response.text()
  } catch (cause) {
    return unlessAborted(signal, cause)
  }
}

const initOf = (method: Method, { body, headers, signal }: RequestOptions): RequestInit => ({
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

/** `path` is below the console, such as `/operator/v1/clock`. Rejects with a `Failure` unless the answer is a success. */
export const requestAnswer = async (method: Method, path: string, options: RequestOptions = {}): Promise<Response> => {
  const { query = {}, signal } = options
  const response = await send(`${base}${path}${queryText(query)}`, signal, initOf(method, options))
  if (response.ok) return response
  const failure = failureOf(response.status, response.headers, await readText(response, signal))
  if (failure.reason.kind === "ended" && path !== "/session") endSession()
  throw failure
}

/** Reads the text of an answer while it arrives. Rejects with a `Failure` where it breaks off. */
export const readArriving = async (
  { body }: Response,
  onText: (text: string) => void,
  signal: AbortSignal
): Promise<void> => {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const part = await reader.read().catch((cause: unknown) => unlessAborted(signal, cause))
    if (part.done) return
    onText(part.value)
  }
}

/** The text of the answer. */
export const requestText = async (method: Method, path: string, options: RequestOptions = {}): Promise<string> =>
  readText(await requestAnswer(method, path, options), options.signal)

/** A text that cannot be read is what a proxy says, not the service. */
export const notOfService = (): Failure => new Failure({ kind: "failed", status: 200, requestId: "" })

/** What is read of the text of an answer. Throws a `Failure` where it is none of the service. */
export const parsed = <Answer>(text: string, read: (text: string) => Answer): Answer => {
  try {
    return read(text)
  } catch {
    throw notOfService()
  }
}

/** The answer as it is declared. */
export const request = async <Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> => {
  const text = await requestText(method, path, options)
  return text === "" ? (undefined as Answer) : parsed(text, (json) => JSON.parse(json) as Answer)
}
