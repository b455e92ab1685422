/** Begins sessions, and recognizes them. */
import { Clock, Context, Duration, Effect, Layer, type Redacted } from "effect"
import { Aead, Kdf, SecureRandom } from "effect/crypto"
import type { HttpServerRequest } from "effect/http"
import { sealedSessionOf } from "./cookie.ts"
import { makeSeal } from "./Sealing.ts"
import { longestOperatorSession, PortalSession, Session, withoutPicture } from "./Session.ts"

export interface SealedSession {
  readonly session: Session
  readonly sealed: string
  readonly lifetime: Duration.Duration
}

export interface SessionsOptions {
  readonly operatorKey: Redacted.Redacted
  /** That of the service, when absent. Sessions do not end because a sandbox's time is moved. */
  readonly clock?: Clock.Clock | undefined
}

const make = Effect.fnUntraced(function* ({ clock, operatorKey }: SessionsOptions) {
  const sessions = yield* makeSeal(operatorKey, "session", Session)
  const links = yield* makeSeal(operatorKey, "portal", PortalSession)
  const now = clock === undefined ? Clock.currentTimeMillis : clock.currentTimeMillis

  const begin = (session: Session) =>
    Effect.zipWith(sessions.seal(withoutPicture(session)), now, (sealed, at): SealedSession => ({
      session,
      sealed,
      lifetime: Duration.millis(Math.max(0, session.expiresAt - at))
    }))

  const ifCurrent = <A extends Session>(session: A | undefined) =>
    Effect.map(now, (at) => (session !== undefined && session.expiresAt > at ? session : undefined))

  return Sessions.of({
    ofOperator: Effect.flatMap(now, (at) =>
      begin({ face: "operator", expiresAt: at + Duration.toMillis(longestOperatorSession) })
    ),
    ofLink: (token) =>
      Effect.flatMap(Effect.flatMap(links.open(token), ifCurrent), (session) =>
        session === undefined ? Effect.undefined : begin(session)
      ),
    link: (wanted, lifetime) =>
      Effect.flatMap(now, (at) => {
        const session = { ...wanted, face: "portal" as const, expiresAt: at + Duration.toMillis(lifetime) }
        return Effect.map(links.seal(session), (token) => ({ token, expiresAt: session.expiresAt }))
      }),
    find: (request) => {
      const sealed = sealedSessionOf(request)
      return sealed === undefined ? Effect.undefined : Effect.flatMap(sessions.open(sealed), ifCurrent)
    }
  })
})

export class Sessions extends Context.Service<
  Sessions,
  {
    readonly ofOperator: Effect.Effect<SealedSession>
    /** Undefined: it is no link of this service, or its time is over. */
    readonly ofLink: (token: string) => Effect.Effect<SealedSession | undefined>
    /** The token of a link that opens a session; both end at `expiresAt`, in milliseconds since 1970. */
    readonly link: (
      wanted: Omit<PortalSession, "expiresAt" | "face">,
      lifetime: Duration.Duration
    ) => Effect.Effect<{ readonly token: string; readonly expiresAt: number }>
    /** The session that a request belongs to; undefined: none, or one that has ended. */
    readonly find: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Session | undefined>
  }
>()("@sellerkit/console/Sessions") {
  /** Nothing here may be guessed, also where the ids of a sandbox are the same with each start. */
  static readonly layer = (options: SessionsOptions): Layer.Layer<Sessions> =>
    Layer.effect(Sessions, make(options)).pipe(
      Layer.provide([Aead.layerWebCrypto, Kdf.layerWebCrypto]),
      Layer.provide(SecureRandom.layerWebCrypto)
    )
}
