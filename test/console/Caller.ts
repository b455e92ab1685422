/** Requests by HTTP: those of a page of the console, and those that only look like them. */
import { operatorKey } from "../standaloneService.ts"
import type { Service } from "./targets.ts"

/** What requests of the console's own pages have. */
export const own = { "x-sellerkit-console": "1" }

export interface Answer {
  readonly status: number
  readonly body: any
  readonly headers: Headers
}

interface Sent {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export const cookieOf = ({ headers }: Answer): string => headers.get("set-cookie")!.split(";")[0]!

export const makeCaller = async ({ fetch }: Service) => {
  const send = async (method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> => {
    const response = await fetch(path, {
      method,
      redirect: "manual",
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
  const logIn = (credentials: object, headers: Record<string, string> = own): Promise<Answer> =>
    send("POST", "/console/session", { body: credentials, headers })
  /** The cookie of the operator. */
  const session = cookieOf(await logIn({ operatorKey }))
  return {
    send,
    logIn,
    session,
    withSession: (
      method: string,
      path: string,
      cookie = session,
      further: Record<string, string> = {},
      body?: unknown
    ) => send(method, path, { headers: { ...own, cookie, ...further }, ...(body !== undefined && { body }) })
  }
}

export type Caller = Awaited<ReturnType<typeof makeCaller>>

export const nothingHere = "There is nothing for this session here"
