/** The headers of answers as the OpenAPI document describes them, those that middleware sets included. */
import type { Description } from "./Description.ts"

const descriptions: Readonly<Record<string, string>> = {
  "x-request-id": "Names the request, as `requestId` does in errors. The caller's own, when it sent a harmless one.",
  "x-ratelimit-remaining": "How many requests of the operation's budget are left.",
  "retry-after": "Seconds until the next request is possible.",
  "x-ratelimit-retry": "The same as `retry-after`.",
  "x-ratelimit-limit": "How many requests the full budget holds.",
  "x-ratelimit-reset": "Seconds until the budget is full again."
}

const requestId: Description = { required: true, schema: { type: "string" } }
const remaining: Description = { required: true, schema: { type: "integer", minimum: 0 } }

/** A spent budget says when to come again instead of what remains. */
const headersOf = (status: string, declared: Description): Description =>
  status === "429"
    ? { ...declared, "x-request-id": requestId }
    : { ...declared, "x-ratelimit-remaining": remaining, "x-request-id": requestId }

const explained = (headers: Description): Description =>
  Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      name in descriptions ? { description: descriptions[name], ...header } : header
    ])
  )

/** The operation with the headers of each of its answers. */
export const withAnswerHeaders = (operation: Description): Description => {
  const responses = Object.entries<Description>(operation["responses"]).map(([status, response]) => [
    status,
    { ...response, headers: explained(headersOf(status, response["headers"] ?? {})) }
  ])
  return { ...operation, responses: Object.fromEntries(responses) }
}
