/**
 * A path has one spelling. The router forgives case, doubled and trailing slashes, what follows a semicolon, and
 * percent-encoded letters; a proxy whose rules are about paths does not, and would let such a request pass.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"

/** The path as it was sent, of a URL with or without a host. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0]!

/** `/webhooks/:id` takes any one segment for its parameter, and no other segments than its own. */
const isSpelledAs = (route: string, path: string): boolean => {
  const expected = route.split("/")
  const given = path.split("/")
  return (
    given.length === expected.length &&
    expected.every((segment, index) =>
      segment.startsWith(":") ? /^[^;]+$/.test(given[index]!) : segment === given[index]
    )
  )
}

/**
 * Provide it to layers that add routes without wildcards: another spelling of theirs is then as unknown as any path that no
 * route takes.
 */
export const layer = HttpRouter.middleware((httpEffect) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { route } = yield* HttpRouter.RouteContext
    if (isSpelledAs(route.path, pathOf(request.originalUrl))) return yield* httpEffect
    return yield* new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
  })
).layer
