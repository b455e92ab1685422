/** How the framework reads requests and writes answers. */
import { Context } from "effect"
import { HttpApi } from "effect/http-api"

/**
 * For `annotateMerge` of an API. Stopping at the first problem is several times as fast as looking for all of them, and a request
 * that has one is read again (`RequestInput`). Answers hold data that was checked when it came in, so their checks are left out.
 * Their types are not.
 */
export const parsing = Context.make(HttpApi.ParseOptions, { reportInput: true }).pipe(
  // The content of headers does not belong in the log.
  Context.add(HttpApi.HeadersParseOptions, {}),
  Context.add(HttpApi.SuccessParseOptions, { reportInput: true, disableChecks: true })
)
