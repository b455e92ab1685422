/** The part of an Express request that is used. It is nearly the same in Express 4 and 5, so their types are not needed. */
import type { IncomingMessage, ServerResponse } from "node:http"

export interface ExpressRequest extends IncomingMessage {
  /** The URL as it was sent. `url` is its part below the mounted path, `baseUrl`. */
  readonly originalUrl?: string
  readonly baseUrl?: string
  /** The caller's address, as Express knows it: that of a proxy's client only where the app trusts the proxy. */
  readonly ip?: string | undefined
  /** As the caller's, where the app trusts the proxy: `http` or `https`, or whatever else the proxy says. */
  readonly protocol?: string | undefined
  /** In Express 5 with the port. In Express 4 it is `hostname`, and reading it prints a warning. */
  readonly host?: string | undefined
  /** Without the port. */
  readonly hostname?: string | undefined
  /** What a body parser made of the body. */
  readonly body?: unknown
}

export type Next = (error?: unknown) => void

export type Handler<Request> = (request: Request, response: ServerResponse, next: Next) => void

export type ErrorHandler<Request> = (error: unknown, request: Request, response: ServerResponse, next: Next) => void
