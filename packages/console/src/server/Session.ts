/** Who looks at the console. The browser keeps the session, sealed; the service keeps nothing. */
import { SellerId } from "@sellerkit/core"
import { Duration, Schema } from "effect"

// our choice: a working day.
export const longestOperatorSession = Duration.hours(12)

/** In milliseconds since 1970. */
const Instant = Schema.Int

const Colour = Schema.String.check(Schema.isPattern(/^#[\da-f]{6}$/i))

/** How a portal looks, so that it fits the page that it stands in. */
export const Theme = Schema.Struct({
  accent: Schema.optionalKey(Colour),
  background: Schema.optionalKey(Colour),
  text: Schema.optionalKey(Colour),
  language: Schema.optionalKey(Schema.Literals(["en", "ru"]))
}).annotate({ identifier: "PortalTheme" })

/** Of the operator: over all sellers. */
const OperatorSession = Schema.Struct({ face: Schema.Literal("operator"), expiresAt: Instant })

/** Of one seller. */
export const PortalSession = Schema.Struct({
  face: Schema.Literal("portal"),
  sellerId: SellerId,
  sandbox: Schema.Boolean,
  readOnly: Schema.Boolean,
  expiresAt: Instant,
  theme: Schema.optionalKey(Theme)
})
export type PortalSession = typeof PortalSession.Type

export const Session = Schema.Union([OperatorSession, PortalSession])
export type Session = typeof Session.Type

/** Which pages there are, because the service has what they need. */
export interface Features {
  /** The time can be moved. */
  readonly clock: boolean
  /** Tokens can be made. */
  readonly tokens: boolean
}

/** A session as the application sees it. */
export const sessionView = (session: Session, features: Features) => ({
  ...session,
  readOnly: session.face === "portal" && session.readOnly,
  expiresAt: new Date(session.expiresAt).toISOString(),
  features: session.face === "operator" ? features : { clock: false, tokens: false }
})
