/** Whether a request comes from the console's own pages. Another site can make a browser send requests, but none such. */
import type { HttpServerRequest } from "effect/http"

/** Only scripts of the same origin can set it. */
const own = "x-sellerkit-console"

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

export const isOwnRequest = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => {
  const { host, origin, [own]: mark, "sec-fetch-site": site } = headers
  if (mark !== "1") return false
  // No page can set it. A proxy may have changed the host that the origin is compared with.
  if (site !== undefined) return site === "same-origin"
  return origin === undefined || hostOf(origin) === host
}
