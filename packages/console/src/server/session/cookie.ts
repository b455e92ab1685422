/** The cookie that carries a session. Scripts cannot read it, and requests that other sites cause do not carry it. */
import { Duration } from "effect"
import { type Cookies, type HttpServerRequest, HttpServerResponse } from "effect/http"

const name = "sellerkit_console"

export interface CookiePlace {
  /** Below which path the browser sends it. */
  readonly path: string
  /** Whether it may be in a frame of another site. */
  readonly isFramed: boolean
}

/** A page of another site can show a portal in a frame only where its cookie may be sent there: then it belongs to that site's frame. */
const options = (
  request: HttpServerRequest.HttpServerRequest,
  { isFramed, path }: CookiePlace
): NonNullable<Cookies.Cookie["options"]> => ({
  path,
  httpOnly: true,
  ...(isFramed && isEncrypted(request)
    ? { sameSite: "none", secure: true, partitioned: true }
    : { sameSite: "strict", secure: isEncrypted(request) })
})

/** A caller may send a URL that is none in place of a path, so only the scheme is looked at. */
const isEncrypted = ({ originalUrl, protocol }: HttpServerRequest.HttpServerRequest): boolean =>
  protocol === undefined ? /^https:/i.test(originalUrl) : protocol === "https"

export const sealedSessionOf = ({ cookies }: HttpServerRequest.HttpServerRequest): string | undefined => cookies[name]

interface KeptSession extends CookiePlace {
  readonly sealed: string
  readonly lifetime: Duration.Duration
}

export const withSession = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse,
  { lifetime, sealed, ...place }: KeptSession
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setCookieUnsafe(response, name, sealed, { ...options(request, place), maxAge: lifetime })

export const withoutSession = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse,
  place: CookiePlace
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setCookieUnsafe(response, name, "", { ...options(request, place), maxAge: Duration.zero })
