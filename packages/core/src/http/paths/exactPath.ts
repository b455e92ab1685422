/**
 * A path has one spelling. The router forgives case, doubled and trailing slashes, what follows a semicolon, and
 * percent-encoded letters; a proxy whose rules are about paths does not, and would let such a request pass.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** What needs no encoding in a path, encoded: another spelling of a letter, a digit, or one of `-._~` (RFC 3986, 2.3). */
const needless = "%(?:2[dDeE]|3[0-9]|[46][1-9a-fA-F]|[57][0-9aA]|5[fF]|7[eE])"

/** `/webhooks/:id` takes any single segment as its parameter, and otherwise only its own segments. */
const makeSpelling = (route: string): RegExp => {
  const segments = route
    .split("/")
    .map((segment) => (segment.startsWith(":") ? `(?:(?!${needless})[^/;?#])+` : escaped(segment)))
  // Matches a URL with or without a host.
  return new RegExp(`^(?:[hH][tT]{2}[pP][sS]?://[^/?#]*)?${segments.join("/")}(?:[?#]|$)`)
}

const spellings = new Map<string, RegExp>()

const spellingOf = (route: string): RegExp => {
  const spelling = spellings.get(route) ?? makeSpelling(route)
  spellings.set(route, spelling)
  return spelling
}

const notFound = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.fail(new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) }))

/** Fails as if no route took the request, where its path is another spelling of the route's. */
const ifExact = <A, E, R>(httpEffect: Effect.Effect<A, E, R>) =>
  HttpServerRequest.HttpServerRequest.use((request) =>
    HttpRouter.RouteContext.use(({ route }): Effect.Effect<A, E | HttpServerError.HttpServerError, R> =>
      spellingOf(route.path).test(request.url) ? httpEffect : notFound(request)
    )
  )

/**
 * Provide it to layers that add routes without wildcards: another spelling of their paths is then unknown, like any path that no
 * route takes.
 */
export const layer = HttpRouter.middleware(ifExact).layer
