/** How a browser logs in, learns who it is, and logs out. */
import { isSameText } from "@sellerkit/core"
import { Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Attempts, type Credential } from "./Attempts.ts"
import { consolePath } from "../consolePath.ts"
import { withoutSession, withSession } from "./cookie.ts"
import { isOwnRequest } from "./forgery.ts"
import { foreign, makeRefuse, noSession } from "../refusals.ts"
import { type Features, type Session, sessionView } from "./Session.ts"
import { type SealedSession, Sessions } from "./Sessions.ts"

const path = "/console/session"

// our choice: longer than any key or link, also one with a picture, and nothing that costs to read.
const longestCredentials = 131_072

const Credentials = Schema.Union([
  Schema.Struct({ operatorKey: Schema.String }),
  Schema.Struct({ portal: Schema.String })
])
type Credentials = typeof Credentials.Type

type Request = HttpServerRequest.HttpServerRequest

const decodeCredentials = Schema.decodeUnknownOption(Schema.fromJsonString(Credentials))

/** Undefined: there are none in it. */
const credentialsIn = ({ headers, text }: Request): Effect.Effect<Credentials | undefined> =>
  Number(headers["content-length"] ?? Infinity) > longestCredentials
    ? Effect.undefined
    : Effect.map(Effect.option(text), (read) => Option.getOrUndefined(Option.flatMap(read, decodeCredentials)))

const noteRefusal = ({ remoteAddress }: Request, reason: string) => {
  const from = Option.getOrElse(remoteAddress, () => "an unknown address")
  return Effect.logWarning(`The console refused to let somebody in from ${from}: ${reason}`)
}

export interface SessionRoutesOptions {
  readonly operatorKey: Redacted.Redacted
  readonly features: Features
  readonly frameAncestors: ReadonlyArray<string>
}

const handled = (handle: (request: Request) => Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
  HttpServerRequest.HttpServerRequest.use(handle)

const make = Effect.fnUntraced(function* ({ features, frameAncestors, operatorKey }: SessionRoutesOptions) {
  const refuse = yield* makeRefuse
  const sessions = yield* Sessions
  const attempts = yield* Attempts

  // The operator's session stays out of frames.
  const isFramed = (session: Session | undefined): boolean => session?.face === "portal" && frameAncestors.length > 0

  const answer = (session: Session) =>
    HttpServerResponse.jsonUnsafe(sessionView(session, features), { headers: { "cache-control": "no-store" } })

  const letIn = Effect.fnUntraced(function* (request: Request, begun: SealedSession) {
    const place = { path: yield* consolePath, isFramed: isFramed(begun.session) }
    return withSession(request, answer(begun.session), { ...begun, ...place })
  })

  const tooOften = (request: Request, wait: Duration.Duration) => {
    const seconds = String(Math.max(1, Math.ceil(Duration.toSeconds(wait))))
    const detail = `Too many attempts to log in: wait ${seconds} seconds`
    return refuse(request, 429, detail, { "retry-after": seconds })
  }

  const keepOut = Effect.fnUntraced(function* (request: Request, credential: Credential, reason: string) {
    const wait = yield* attempts.fail(credential)
    if (wait !== undefined) return yield* tooOften(request, wait)
    yield* noteRefusal(request, reason)
    return yield* refuse(request, 401, reason)
  })

  /** Counted before it is looked at: whether a key is right is told only so often. */
  const enterByKey = Effect.fnUntraced(function* (request: Request, key: string) {
    const wait = yield* attempts.take(request, "key")
    if (wait !== undefined) return yield* tooOften(request, wait)
    return isSameText(key, Redacted.value(operatorKey))
      ? yield* letIn(request, yield* sessions.ofOperator)
      : yield* keepOut(request, "key", "The operator key is wrong")
  })

  /** A valid one is always taken: it is sealed and cannot be guessed, and many people may open theirs from one address. */
  const enterByLink = Effect.fnUntraced(function* (request: Request, token: string) {
    const begun = yield* sessions.ofLink(token)
    if (begun !== undefined) return yield* letIn(request, begun)
    const wait = yield* attempts.take(request, "link")
    return wait === undefined
      ? yield* keepOut(request, "link", "The link is not valid, or its time is over")
      : yield* tooOften(request, wait)
  })

  const logIn = Effect.fnUntraced(function* (request: Request) {
    if (!isOwnRequest(request)) return yield* refuse(request, 403, foreign)
    const credentials = yield* credentialsIn(request)
    if (credentials === undefined) return yield* refuse(request, 400, "Send the operator key, or the token of a link")
    return yield* "portal" in credentials
      ? enterByLink(request, credentials.portal)
      : enterByKey(request, credentials.operatorKey)
  })

  const show = Effect.fnUntraced(function* (request: Request) {
    const session = yield* sessions.find(request)
    return session === undefined ? yield* refuse(request, 401, noSession) : answer(session)
  })

  const logOut = Effect.fnUntraced(function* (request: Request) {
    if (!isOwnRequest(request)) return yield* refuse(request, 403, foreign)
    const place = { path: yield* consolePath, isFramed: isFramed(yield* sessions.find(request)) }
    return withoutSession(request, HttpServerResponse.empty(), place)
  })

  return Layer.mergeAll(
    HttpRouter.add("GET", path, handled(show)),
    HttpRouter.add("POST", path, handled(logIn)),
    HttpRouter.add("DELETE", path, handled(logOut))
  )
})

export const sessionRoutes = (options: SessionRoutesOptions) => Layer.unwrap(make(options))
