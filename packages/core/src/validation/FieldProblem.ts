/** What is wrong with one field of an input (Seller Webhooks Service, Error body, `errors`). */
import { Predicate, Result, Schema, SchemaIssue } from "effect"

export const FieldProblem = Schema.Struct({
  message: Schema.String,
  /** Where: the part of the request, then the path within it, such as `body.subscriptions.0`. */
  location: Schema.String,
  /** The value found there; null when there is none, or when it is too large to repeat. */
  value: Schema.Unknown
})
export type FieldProblem = typeof FieldProblem.Type

// our choice: longer values say no more about the mistake, and a large input must not become a large answer.
const longestEcho = 200

/**
 * Credentials in a URL are not repeated to anyone. URL parsers forgive much (missing slashes, blanks, quotes), so all
 * between the first colon and the last `@` is taken for credentials. Plain searches, because inputs can be large.
 */
const withoutCredentials = (text: string): string => {
  const colon = text.indexOf(":")
  const at = text.lastIndexOf("@")
  return colon === -1 || at < colon ? text : `${text.slice(0, colon + 1)}…${text.slice(at)}`
}

const shorten = (text: string): string => {
  const shown = withoutCredentials(text)
  return shown.length > longestEcho ? `${shown.slice(0, longestEcho)}…` : shown
}

/** The value as an answer may show it: whole when it is small, otherwise the beginning of a text, or nothing. */
const echo = (value: unknown): unknown => {
  if (typeof value === "string") return shorten(value)
  if (value === null || typeof value === "number" || typeof value === "boolean") return value
  const json = Result.getOrUndefined(Result.try(() => JSON.stringify(value) as string | undefined))
  return json === undefined || json.length > longestEcho || json !== withoutCredentials(json) ? null : value
}

const valueAt = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>((value, key) => (Predicate.hasProperty(value, key) ? value[key] : undefined), input)

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Flattens a schema's issue: one problem per failing field, each with its location below `root`. */
export const fieldProblems = (root: string, issue: SchemaIssue.Issue, input: unknown): ReadonlyArray<FieldProblem> =>
  format(issue).issues.map(({ message, path = [] }) => {
    const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
    return {
      message: shorten(message),
      location: [root, ...keys].map(String).join("."),
      value: echo(valueAt(input, keys) ?? null)
    }
  })
