/** Why a request has not done what it was to do: the one model of errors of the application. */

/** What the service says of one field (Seller Webhooks Service, Errors). `location` is such as `body.name`. */
interface FieldProblem {
  readonly location: string
  readonly message: string
}

export type FailureReason =
  /** No answer came: the service is down, or the network is. */
  | { readonly kind: "unreachable" }
  /** The session has ended. */
  | { readonly kind: "ended" }
  /** Too many requests. `retryAfter` is in seconds. */
  | { readonly kind: "limited"; readonly retryAfter: number }
  /** The service failed, and may do better later. */
  | { readonly kind: "failed"; readonly status: number; readonly requestId: string }
  /** The request itself is not possible. */
  | {
      readonly kind: "refused"
      readonly status: number
      readonly title: string
      readonly detail: string
      readonly requestId: string
      readonly fields: ReadonlyArray<FieldProblem>
    }

export class Failure extends Error {
  override readonly name = "Failure"
  readonly reason: FailureReason

  constructor(reason: FailureReason) {
    super(reason.kind)
    this.reason = reason
  }
}

/** Of something that an operation does not refuse to show, but does not show either. */
export const notFound = (): Failure =>
  new Failure({ kind: "refused", status: 404, title: "", detail: "", requestId: "", fields: [] })

// our choice: what is longer is a page, not a reason.
const longestReason = 500

/** Some operations refuse with a text alone, or with one in a field (contract, Error bodies). */
const reasonIn = (headers: Headers, body: string, problem: Readonly<Record<string, unknown>>): string => {
  const isText = /^(text\/plain|application\/json)/.test(headers.get("content-type") ?? "")
  const given = [problem["detail"], problem["error"], problem["message"]].find((value) => typeof value === "string")
  if (typeof given === "string") return given
  return isText && body.length <= longestReason && !/^[{[]/.test(body) ? body.replaceAll(/^"|"$/g, "") : ""
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const fieldsOf = (errors: unknown): ReadonlyArray<FieldProblem> =>
  Array.isArray(errors)
    ? errors.map((error: unknown) => {
        const { location, message } = Object(error) as Record<string, unknown>
        return { location: textOf(location), message: textOf(message) }
      })
    : []

// our choice: where the service does not say how long to wait.
const usualWait = 5

const secondsToWait = (headers: Headers): number => {
  const given = Number(headers.get("x-ratelimit-retry") ?? headers.get("retry-after") ?? usualWait)
  return Number.isFinite(given) && given > 0 ? given : usualWait
}

/** `body` is the answer's text, which may be anything: a proxy may have written it. */
export const failureOf = (status: number, headers: Headers, body: string): Failure => {
  let problem: Record<string, unknown> = {}
  try {
    problem = Object(JSON.parse(body)) as Record<string, unknown>
  } catch {
    // Then the status has to do.
  }
  const requestId = textOf(problem["requestId"] ?? problem["request_id"])
  if (status === 401) return new Failure({ kind: "ended" })
  if (status === 429) return new Failure({ kind: "limited", retryAfter: secondsToWait(headers) })
  if (status >= 500 && status !== 501) return new Failure({ kind: "failed", status, requestId })
  return new Failure({
    kind: "refused",
    status,
    title: textOf(problem["title"]),
    detail: reasonIn(headers, body, problem),
    requestId,
    fields: fieldsOf(problem["errors"])
  })
}

// our choice: the pauses before further attempts, in milliseconds. The last one is repeated.
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000] as const

/** Milliseconds until reading is worth another attempt, after so many failures in a row. Undefined where it never is. */
export const pauseAfter = ({ reason }: Failure, failures: number): number | undefined => {
  switch (reason.kind) {
    case "limited":
      return reason.retryAfter * 1000
    case "unreachable":
    case "failed":
      return pauses[Math.min(failures, pauses.length) - 1] ?? pauses[0]
    case "ended":
    case "refused":
      return undefined
  }
}
