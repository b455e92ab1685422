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

// our choice: more would say no more about the mistakes, and a large input must not become a larger answer.
const longestEcho = 200
const mostProblems = 100

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

/**
 * The value as an answer may show it: whole when it is small, otherwise the beginning of a text, or nothing. The value is what
 * JSON can write: some numbers can be read from JSON and not written as JSON.
 */
const echo = (value: unknown): unknown => {
  if (typeof value === "string") return shorten(value)
  const json = Result.getOrUndefined(Result.try(() => JSON.stringify(value) as string | undefined))
  return json === undefined || json.length > longestEcho || json !== withoutCredentials(json) ? null : JSON.parse(json)
}

const valueAt = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>((value, key) => (Predicate.hasProperty(value, key) ? value[key] : undefined), input)

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Flattens a schema's issue: one problem per failing field, each with its location below `root`, which may have no name. Beyond a hundred, a last
 * one says how many more there are.
 */
export const fieldProblems = (root: string, issue: SchemaIssue.Issue, input: unknown): ReadonlyArray<FieldProblem> => {
  const { issues } = format(issue)
  const shown = issues.slice(0, mostProblems).map(({ message, path = [] }): FieldProblem => {
    const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
    return {
      message: shorten(message),
      location: shorten((root === "" ? keys : [root, ...keys]).map(String).join(".")),
      value: echo(valueAt(input, keys) ?? null)
    }
  })
  const more = issues.length - shown.length
  return more === 0 ? shown : [...shown, { message: `And ${more} more problems`, location: root, value: null }]
}
