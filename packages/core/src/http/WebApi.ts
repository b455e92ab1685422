/** The API as functions from web requests to their answers: what an adapter mounts into a host's server. */
import { Context, Duration, Effect, Layer, Option } from "effect"
import { Headers, HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Caller } from "../access/Access.ts"
import { HostAuthentication, type HostCaller } from "../access/HostCaller.ts"
import { VerifiedCaller } from "../access/VerifiedCaller.ts"
import { isUnrouted, withFallback } from "./paths/fallback.ts"
import { MountPath } from "./paths/MountPath.ts"

/** What a host knows of a request besides what the request says. */
export interface Incoming {
  /** Address of the caller. */
  readonly ip?: string | undefined
  /** How the caller reached the host; as the request's own URL says, when absent. */
  readonly protocol?: "http" | "https" | undefined
  /** Name and port that the caller used for the host; what the header `Host` says, when absent. */
  readonly host?: string | undefined
  /** The path that the API is mounted under, such as `/seller`, where the request's own path is only the part below it. */
  readonly mountPath?: string | undefined
  /**
   * The caller, where the host finds that out by itself (`hostCallersLayer`). Called for operations only, at most once per
   * request. Undefined: the host does not know the caller. It has 10 seconds.
   */
  readonly authenticate?: (() => HostCaller | undefined | Promise<HostCaller | undefined>) | undefined
  /** The caller, where it was verified before the request got here (`verifiedCallersLayer`). */
  readonly caller?: Caller | undefined
}

type Connection = Pick<Incoming, "host" | "ip" | "protocol">

const CallerConnection = Context.Reference<Connection>("@sellerkit/core/http/CallerConnection", {
  defaultValue: () => ({})
})

// our choice: a request is waiting.
const authenticateWithin = Duration.seconds(10)

const late = `authenticate did not settle within ${Duration.toSeconds(authenticateWithin)} seconds`

/** A host that fails or is late is a defect: the caller can do nothing about it. */
const authenticating = (authenticate: NonNullable<Incoming["authenticate"]>) =>
  Effect.promise(async () => authenticate()).pipe(
    Effect.timeoutOrElse({ duration: authenticateWithin, orElse: () => Effect.die(new Error(late)) })
  )

const contextOf = (incoming: Incoming): Context.Context<never> => {
  const { authenticate, caller, mountPath } = incoming
  let context: Context.Context<never> = Context.make(CallerConnection, incoming).pipe(
    Context.add(VerifiedCaller, caller)
  )
  if (mountPath !== undefined) context = Context.add(context, MountPath, mountPath)
  if (authenticate === undefined) return context
  return Context.add(context, HostAuthentication, authenticating(authenticate))
}

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest.HttpServerRequest>

/** A web request does not say where it comes from, nor what a proxy in front of the host has received. */
const withConnection = (app: App): App =>
  Effect.flatMap(CallerConnection, ({ host, ip, protocol }) =>
    ip === undefined && protocol === undefined && host === undefined
      ? app
      : Effect.updateService(app, HttpServerRequest.HttpServerRequest, (request) =>
          request.modify({
            ...(ip !== undefined && { remoteAddress: Option.some(ip) }),
            ...(protocol !== undefined && { protocol }),
            ...(host !== undefined &&
              host !== request.headers["host"] && { headers: Headers.set(request.headers, "host", host) })
          })
        )
  )

/** It has no request id, unlike every answer of an operation. */
const unrouted = HttpServerResponse.empty({ status: 404 })

const isForSomebodyElse = ({ headers, status }: Response): boolean => status === 404 && !headers.has("x-request-id")

const passUnrouted = (app: App): App =>
  Effect.catchCause(app, (cause) => (isUnrouted(cause) ? Effect.succeed(unrouted) : Effect.failCause(cause)))

const make = Effect.fnUntraced(function* <R>(layer: Layer.Layer<never, never, R>) {
  const routes = (yield* HttpRouter.toHttpEffect(layer)) as App
  const toWebHandler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest>(
    yield* Effect.context<never>()
  )
  const answerAll = yield* withFallback
  const answer = toWebHandler(withConnection(answerAll(routes)))
  const answerOwn = toWebHandler(withConnection(answerAll(passUnrouted(routes))))
  return WebApi.of({
    handler: (request, incoming = {}) => answer(request, contextOf(incoming)),
    route: async (request, incoming = {}) => {
      const response = await answerOwn(request, contextOf(incoming))
      return isForSomebodyElse(response) ? undefined : response
    }
  })
})

export class WebApi extends Context.Service<
  WebApi,
  {
    /** Answers every request. One that no route takes is answered in the published body. */
    handler(request: Request, incoming?: Incoming): Promise<Response>
    /** Undefined for a request that no route takes: it is for somebody else. */
    route(request: Request, incoming?: Incoming): Promise<Response | undefined>
  }
>()("@sellerkit/core/http/WebApi") {
  /** `WebApi` over these routes. */
  static readonly layer = <R>(routes: Layer.Layer<never, never, R>) => Layer.effect(WebApi, make(routes))
}
