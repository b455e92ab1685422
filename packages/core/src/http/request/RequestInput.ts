/**
 * Everything that is wrong with a request's input. The framework stops at the first part that does not decode; this looks
 * at path, query, headers and body, so that one answer lists every failing field, or the first one of a part that is too large.
 */
import { Context, Effect, Option, Result, Schema, type SchemaAST } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { decodeExamined } from "../../validation/decodeExamined.ts"
import { excessIn, type JsonBounds } from "../../validation/JsonBounds.ts"
import { type FieldProblem, fieldProblems } from "../../validation/FieldProblem.ts"
import { type PathNames, pathNamesOf } from "../paths/pathNames.ts"

type Decode = (input: unknown) => Effect.Effect<unknown, Schema.SchemaError, never>

interface Parts {
  readonly pathNames: PathNames
  readonly path: Decode | undefined
  readonly query: Decode | undefined
  readonly headers: Decode | undefined
  readonly body: Decode | undefined
}

const decoderOf = (
  schema: Schema.Top | undefined,
  ofOperation?: SchemaAST.ParseOptions | undefined
): Decode | undefined =>
  schema === undefined ? undefined : (decodeExamined(schema, { ...ofOperation, reportInput: true }) as Decode)

const compiled = new WeakMap<HttpApiEndpoint.Top, Parts>()

const partsOf = (endpoint: HttpApiEndpoint.Top): Parts => {
  const known = compiled.get(endpoint)
  if (known !== undefined) return known
  const payload = [...endpoint.payload.values()][0]
  const parts = {
    pathNames: pathNamesOf(endpoint),
    path: decoderOf(endpoint.params),
    query: decoderOf(endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)),
    headers: decoderOf(endpoint.headers),
    body: decoderOf(
      payload?.encoding._tag === "Json" ? Schema.Union(payload.schemas) : undefined,
      Context.getOrUndefined(endpoint.annotations, HttpApi.PayloadParseOptions)
    )
  }
  compiled.set(endpoint, parts)
  return parts
}

/** A problem of the path, by the parameter's published name. */
const asPublished = (problem: FieldProblem, names: PathNames): FieldProblem => {
  const published = names[problem.location.slice("path.".length)]
  return published === undefined ? problem : { ...problem, location: `path.${published}` }
}

const problemsOf = (part: "body" | "header" | "path" | "query", decode: Decode | undefined, input: unknown) =>
  decode === undefined
    ? Effect.succeed<ReadonlyArray<FieldProblem>>([])
    : Effect.match(decode(input), {
        onFailure: ({ issue }) => fieldProblems(part, issue, input),
        onSuccess: () => []
      })

const refuse = (location: string, message: string, value: unknown = null): FieldProblem => ({
  location,
  message,
  value
})

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The content type of an operation's body. */
const bodyTypeOf = ({ payload }: HttpApiEndpoint.Top): string => [...payload.keys()][0]!

const json = "application/json"

/** Bytes that are no text may be compressed ones. */
const unreadableText = (coding: string | undefined): FieldProblem =>
  coding === undefined
    ? refuse("body", "Expected UTF-8")
    : refuse("header.content-encoding", "Expected no compression", coding.slice(0, 100))

/** Why a body cannot be read at all, before its fields are checked; undefined when it can. */
export const unreadableBody = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top, bounds: JsonBounds) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const contentType = request.headers["content-type"]
  const expected = bodyTypeOf(endpoint)
  if (contentType?.split(";")[0]!.trim().toLowerCase() !== expected) {
    return refuse("header.content-type", `Expected ${expected}`, contentType?.slice(0, 100))
  }
  const bytes = yield* Effect.orDie(request.arrayBuffer)
  const text = Result.getOrUndefined(Result.try(() => utf8.decode(bytes)))
  if (text === undefined) return unreadableText(request.headers["content-encoding"])
  // Lines are read one by one, by the operation.
  if (expected !== json) return undefined
  const excess = excessIn(text, bounds)
  return excess === undefined ? undefined : refuse("body", excess)
})

/** Every failing field of path, query, headers and body: of a large body, the first one. */
export const inputProblems = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
  const parts = partsOf(endpoint)
  const request = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const query = yield* HttpServerRequest.ParsedSearchParams
  const problems = [
    ...(yield* problemsOf("path", parts.path, params)).map((problem) => asPublished(problem, parts.pathNames)),
    ...(yield* problemsOf("query", parts.query, query)),
    ...(yield* problemsOf("header", parts.headers, request.headers))
  ]
  if (parts.body === undefined) return problems
  const text = yield* Effect.orDie(request.text)
  const body = Option.getOrUndefined(Option.liftThrowable(() => JSON.parse(text) as unknown)())
  return body === undefined
    ? [...problems, refuse("body", "Expected JSON")]
    : [...problems, ...(yield* problemsOf("body", parts.body, body))]
})
