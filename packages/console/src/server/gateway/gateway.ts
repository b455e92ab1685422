/**
 * Lets a session use the operator interface and the seller API: a request below `/console` that has a session becomes the request
 * that a program would have sent with a key or a token, and goes through all that such a request goes through.
 */
import { HostAuthentication, type HostCaller, SellerId, ServiceId } from "@sellerkit/core"
import type { AnswerForSeller } from "@sellerkit/core/operator"
import { Effect, Redacted, Schema, type Types } from "effect"
import { Headers, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { makeCallElsewhere } from "./callElsewhere.ts"
import { Following } from "./Following.ts"
import { isOwnRequest } from "../session/forgery.ts"
import { mayRead, reachesOperator, reachesSellerApi } from "../portal/portalOperations.ts"
import { foreign, makeRefuse, noSession } from "../refusals.ts"
import type { Features, Session } from "../session/Session.ts"
import { Sessions } from "../session/Sessions.ts"

type Request = HttpServerRequest.HttpServerRequest
type Handling = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const isSellerId = Schema.is(SellerId)
const isServiceId = Schema.is(ServiceId)

/** What a request below `/console` is about. `query` begins with `?`, unless there is none. */
interface Target {
  readonly path: string
  readonly query: string
  /** Whom the seller API is called for; undefined: the operator interface is called. */
  readonly sellerId: string | undefined
}

const targetPath = /^\/console(?:\/sellers\/([^/?#]+)\/api(\/[^?#]*)|(\/operator\/v1\/[^?#]*))/

const targetOf = (url: string): Target | undefined => {
  const [, sellerId, ofSeller, ofOperator] = targetPath.exec(url) ?? []
  const path = ofSeller ?? ofOperator
  return path === undefined ? undefined : { path, query: /\?.*/.exec(url)?.[0] ?? "", sellerId }
}

// Who calls is known by the session alone.
const own = ["authorization", "cookie", "x-sellerkit-console", "x-sellerkit-sandbox", "x-sellerkit-service"]

/** Whether the session reaches that at all. */
const isWithin = (session: Session, method: string, { path, sellerId }: Target): boolean => {
  if (session.face === "operator") return true
  if (sellerId === undefined) return reachesOperator(session, method, path)
  return sellerId === session.sellerId && reachesSellerApi(session, method, path)
}

/** On whose behalf the seller API is called. */
const callerOf = (session: Session, { headers }: Request, sellerId: string): HostCaller =>
  session.face === "portal"
    ? {
        sellerId: session.sellerId,
        sandbox: session.sandbox,
        readOnly: session.readOnly,
        serviceId: session.serviceId ?? null,
        // Of a service, what they open besides subscriptions is kept away by its path (`isWithin`).
        ...(session.categories && { categories: session.categories })
      }
    : {
        sellerId,
        sandbox: headers["x-sellerkit-sandbox"] === "true",
        serviceId: headers["x-sellerkit-service"] ?? null
      }

const rewritten = (request: Request, url: string, credential: Readonly<Record<string, string>>): Request =>
  request.modify({ url, headers: Headers.setAll(Headers.removeMany(request.headers, own), credential) })

/**
 * A portal sees one of a seller's accounts, and perhaps the webhooks of one service alone, whatever it asks for. It names nobody to the
 * change history: the link says whose portal it is, and not who opened it.
 */
const withViewer = (session: Session, query: string): string => {
  if (session.face === "operator") return query
  const parameters = new URLSearchParams(query)
  parameters.set("sandbox", String(session.sandbox))
  parameters.delete("userId")
  if (session.serviceId !== undefined) parameters.set("serviceId", session.serviceId)
  return `?${parameters}`
}

/** Seller operations are not followed: each answer would spend the seller's budget. */
const isFollowing = ({ headers, method }: Request): boolean =>
  method === "GET" && headers["accept"] === "text/event-stream"

const isCaller = ({ sellerId, serviceId }: HostCaller): boolean =>
  isSellerId(sellerId) && (serviceId === null || serviceId === undefined || isServiceId(serviceId))

export interface GatewayOptions {
  readonly operatorKey: Redacted.Redacted
  /** Which pages there are. */
  readonly features: Features
  /** For data of each seller in a place of its own. When absent, all data is here. */
  readonly answerForSeller?: AnswerForSeller | undefined
}

const callWithin = (httpEffect: Handling, host: HostCaller): Handling =>
  Effect.provideService(httpEffect, HostAuthentication, Effect.succeed(host))

const make = Effect.fnUntraced(function* ({ answerForSeller, features, operatorKey }: GatewayOptions) {
  const { find } = yield* Sessions
  const { follow } = yield* Following
  const refuse = yield* makeRefuse
  const callElsewhere = yield* makeCallElsewhere

  const callOperator = (
    httpEffect: Handling,
    session: Session,
    request: Request,
    { path, query }: Target
  ): Handling => {
    const credential = { authorization: `Bearer ${Redacted.value(operatorKey)}`, accept: "application/json" }
    const passed = rewritten(request, path + withViewer(session, query), credential)
    const answer = Effect.provideService(httpEffect, HttpServerRequest.HttpServerRequest, passed)
    return features.live && isFollowing(request) ? follow(request, answer) : answer
  }

  const callSeller = (httpEffect: Handling, host: HostCaller, request: Request, { path, query }: Target): Handling =>
    isCaller(host)
      ? Effect.provideService(
          answerForSeller === undefined ? callWithin(httpEffect, host) : callElsewhere(answerForSeller, host, request),
          HttpServerRequest.HttpServerRequest,
          rewritten(request, path + query, {})
        )
      : refuse(request, 404, "There is no such seller or service")

  const enter = Effect.fnUntraced(function* (httpEffect: Handling, request: Request, target: Target) {
    if (!isOwnRequest(request)) return yield* refuse(request, 403, foreign)
    const session = yield* find(request)
    if (session === undefined) return yield* refuse(request, 401, noSession)
    if (!isWithin(session, request.method, target)) {
      return yield* refuse(request, 404, "There is nothing for this session here")
    }
    if (session.face === "portal" && session.readOnly && !mayRead(request.method, target.path)) {
      return yield* refuse(request, 403, "This session may only read")
    }
    return yield* target.sellerId === undefined
      ? callOperator(httpEffect, session, request, target)
      : callSeller(httpEffect, callerOf(session, request, target.sellerId), request, target)
  })

  return (httpEffect: Handling) =>
    HttpServerRequest.HttpServerRequest.use((request) => {
      const target = targetOf(request.url)
      return target === undefined ? httpEffect : enter(httpEffect, request, target)
    })
})

/** For the whole server: it decides before a route is looked for. */
export const gatewayLayer = (options: GatewayOptions) => HttpRouter.middleware(make(options), { global: true })
