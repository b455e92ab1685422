/**
 * Lets a session use the operator interface and the seller API: a request below `/console` that has a session becomes the request
 * that a program would have sent with a key or a token, and goes through all that such a request goes through.
 */
import { HostAuthentication, type HostCaller, SellerId, ServiceId } from "@sellerkit/core"
import { Effect, Redacted, Schema, type Types } from "effect"
import { Headers, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { isOwnRequest } from "./forgery.ts"
import { isAllowedInPortal, mayRead } from "./portal/portalOperations.ts"
import { foreign, makeRefuse, noSession } from "./refusals.ts"
import type { Session } from "./Session.ts"
import { Sessions } from "./Sessions.ts"

type Request = HttpServerRequest.HttpServerRequest
type Handling = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const isSellerId = Schema.is(SellerId)
const isServiceId = Schema.is(ServiceId)

/** What a request below `/console` is about. */
type Target =
  | { readonly api: "operator"; readonly url: string }
  | { readonly api: "seller"; readonly url: string; readonly sellerId: string }

const operatorPath = /^\/console(\/operator\/v1\/[^?#]*)/
const sellerPath = /^\/console\/sellers\/([^/?#]+)\/api(\/[^?#]*)/

const targetOf = (url: string): Target | undefined => {
  const query = url.match(/\?.*/)?.[0] ?? ""
  const operator = operatorPath.exec(url)?.[1]
  if (operator !== undefined) return { api: "operator", url: operator + query }
  const [, sellerId, path] = sellerPath.exec(url) ?? []
  return sellerId === undefined || path === undefined ? undefined : { api: "seller", url: path + query, sellerId }
}

// Who calls is known by the session alone.
const own = ["authorization", "cookie", "x-sellerkit-console", "x-sellerkit-sandbox", "x-sellerkit-service"]

const pathOf = (url: string): string => url.split("?")[0]!

/** Whether the session reaches that at all. */
const isWithin = (session: Session, method: string, target: Target): boolean => {
  if (session.face === "operator") return true
  return target.api === "seller"
    ? target.sellerId === session.sellerId
    : isAllowedInPortal(session, method, pathOf(target.url))
}

/** On whose behalf the seller API is called. */
const callerOf = (session: Session, { headers }: Request, sellerId: string): HostCaller =>
  session.face === "portal"
    ? { sellerId: session.sellerId, sandbox: session.sandbox, readOnly: session.readOnly }
    : {
        sellerId,
        sandbox: headers["x-sellerkit-sandbox"] === "true",
        serviceId: headers["x-sellerkit-service"] ?? null
      }

const rewritten = (request: Request, { url }: Target, credential: Readonly<Record<string, string>>): Request =>
  request.modify({ url, headers: Headers.setAll(Headers.removeMany(request.headers, own), credential) })

/** A portal sees one of a seller's accounts, whatever it asks for. */
const withAccount = (session: Session, target: Target): Target => {
  if (session.face !== "portal" || target.api !== "operator") return target
  const [path, query] = target.url.split("?")
  const parameters = new URLSearchParams(query)
  parameters.set("sandbox", String(session.sandbox))
  return { ...target, url: `${path}?${parameters}` }
}

const isCaller = ({ sellerId, serviceId }: HostCaller): boolean =>
  isSellerId(sellerId) && (serviceId === null || serviceId === undefined || isServiceId(serviceId))

const make = Effect.fnUntraced(function* (operatorKey: Redacted.Redacted) {
  const { find } = yield* Sessions
  const refuse = yield* makeRefuse

  /** Why a session does not get what it asks for. Undefined: it does. */
  const refusal = (session: Session, request: Request, target: Target) => {
    if (!isWithin(session, request.method, target))
      return refuse(request, 404, "There is nothing for this session here")
    if (session.face === "portal" && session.readOnly && !mayRead(request.method, pathOf(target.url))) {
      return refuse(request, 403, "This session may only read")
    }
    if (target.api === "seller" && !isCaller(callerOf(session, request, target.sellerId))) {
      return refuse(request, 404, "There is no such seller or service")
    }
    return undefined
  }

  const pass = (httpEffect: Handling, session: Session, request: Request, target: Target): Handling => {
    if (target.api === "operator") {
      const authorization = `Bearer ${Redacted.value(operatorKey)}`
      const passed = rewritten(request, withAccount(session, target), { authorization })
      return Effect.provideService(httpEffect, HttpServerRequest.HttpServerRequest, passed)
    }
    const caller = callerOf(session, request, target.sellerId)
    return httpEffect.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, rewritten(request, target, {})),
      Effect.provideService(HostAuthentication, Effect.succeed(caller))
    )
  }

  const enter = Effect.fnUntraced(function* (httpEffect: Handling, request: Request, target: Target) {
    if (!isOwnRequest(request)) return yield* refuse(request, 403, foreign)
    const session = yield* find(request)
    if (session === undefined) return yield* refuse(request, 401, noSession)
    return yield* refusal(session, request, target) ?? pass(httpEffect, session, request, target)
  })

  return (httpEffect: Handling) =>
    HttpServerRequest.HttpServerRequest.use((request) => {
      const target = targetOf(request.url)
      return target === undefined ? httpEffect : enter(httpEffect, request, target)
    })
})

/** For the whole server: it decides before a route is looked for. */
export const gatewayLayer = (operatorKey: Redacted.Redacted) =>
  HttpRouter.middleware(make(operatorKey), { global: true })
