/** Bodies that a body parser of the host could not read: the API tells their callers so, as always. */
import { Predicate } from "effect"
import type { ExpressRequest } from "./ExpressRequest.ts"
import { keptBody } from "./keepBody.ts"
import type { RequestBody } from "./requestBody.ts"

/** The body that the API answers to in place of the one that was lost. */
export interface ParserFailure {
  readonly body: RequestBody
  /** Whether more was sent than the parser takes. */
  readonly isTooLarge: boolean
}

/** Types of errors of `body-parser`, which Express brings along. An error of a caller that hung up is not one of them. */
const types: ReadonlySet<unknown> = new Set([
  "charset.unsupported",
  "encoding.unsupported",
  "entity.parse.failed",
  "entity.too.large",
  "entity.verify.failed",
  "parameters.too.many"
])

/** Whether the error is that of a compressed body that cannot be decompressed. */
const isOfDecompression = (error: object): boolean =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" && error.code.startsWith("Z_")

/** Undefined for any other error, which is the host's. */
export const parserFailure = (error: unknown, request: ExpressRequest): ParserFailure | undefined => {
  if (!(error instanceof Error)) return undefined
  const type = Predicate.hasProperty(error, "type") ? error.type : undefined
  if (!types.has(type) && !isOfDecompression(error)) return undefined
  const text = Predicate.hasProperty(error, "body") && typeof error.body === "string" ? error.body : undefined
  return { body: keptBody(request) ?? text, isTooLarge: type === "entity.too.large" }
}
