/** The answer to a path that has no operation, or none with the method of the request. */
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { problemBody } from "../operation/Problem.ts"
import type { RequestContext } from "../request/RequestContext.ts"

export const pathNotFound = (
  request: RequestContext["Service"],
  { method, url }: Pick<HttpServerRequest.HttpServerRequest, "method" | "url">
): HttpServerResponse.HttpServerResponse => {
  const path = url.split("?")[0]!.slice(0, 200)
  const body = problemBody(request, "Path not found", `There is no operation ${method} ${path}`)
  return HttpServerResponse.jsonUnsafe(body, { status: 404 })
}
