/** The headers of answers as the OpenAPI document describes them, those that middleware sets included. */
import { type Description, mapParts } from "./Description.ts"

/** A budget, with its window as it was given and in seconds. */
export interface DescribedLimit {
  readonly permits: number
  readonly window: string
  readonly seconds: number
}

/** Every answer has it. */
export const requestIdHeader: Description = {
  "x-request-id": {
    description: "Names the request, as `requestId` does in errors. The caller's own, when it sent a harmless one.",
    required: true,
    schema: { type: "string" },
    example: "6d2f1c5e-8a4b-4c3d-9e0f-1a2b3c4d5e6f"
  }
}

const whole = (description: string, minimum: number, maximum: number, example = minimum): Description => ({
  description,
  required: true,
  schema: { type: "integer", minimum, maximum },
  example
})

/** A spent budget says when to come again instead of what remains. */
const headersOf = (status: string, { permits, seconds }: DescribedLimit): Description => {
  if (status !== "429") {
    const remaining = whole("How many requests of the operation's budget are left.", 0, permits, permits - 1)
    return { "x-ratelimit-remaining": remaining, ...requestIdHeader }
  }
  return {
    "retry-after": whole("Seconds until the next request is possible.", 1, seconds),
    "x-ratelimit-retry": whole("The same as `retry-after`.", 1, seconds),
    "x-ratelimit-limit": whole("How many requests the full budget holds.", permits, permits),
    "x-ratelimit-reset": whole("Seconds until the budget is full again.", 1, seconds, seconds),
    ...requestIdHeader
  }
}

/** The responses of an operation with this budget, each with its headers. */
export const withAnswerHeaders = (responses: Description, limit: DescribedLimit): Description =>
  mapParts(responses, (response, status) => ({ ...response, headers: headersOf(status, limit) }))
