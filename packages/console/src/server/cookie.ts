/** The cookie that carries a session. Scripts cannot read it, and requests that other sites cause do not carry it. */
import { Duration } from "effect"
import { type Cookies, type HttpServerRequest, HttpServerResponse } from "effect/http"

const name = "sellerkit_console"

/** Below which path the browser sends it. */
const path = "/console"

const options = (request: HttpServerRequest.HttpServerRequest): Cookies.Cookie["options"] => ({
  path,
  httpOnly: true,
  sameSite: "strict",
  secure: isEncrypted(request)
})

const isEncrypted = (request: HttpServerRequest.HttpServerRequest): boolean =>
  (request.protocol ?? new URL(request.originalUrl, "http://localhost").protocol.replace(":", "")) === "https"

export const sealedSessionOf = ({ cookies }: HttpServerRequest.HttpServerRequest): string | undefined => cookies[name]

export const withSession = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse,
  sealed: string,
  lifetime: Duration.Duration
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setCookieUnsafe(response, name, sealed, { ...options(request), maxAge: lifetime })

export const withoutSession = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setCookieUnsafe(response, name, "", { ...options(request), maxAge: Duration.zero })
