/** Who looks at the console. The browser keeps the session, sealed; the service keeps nothing. */
import { Category, SellerId, ServiceId } from "@sellerkit/core"
import { Duration, Schema } from "effect"

// our choice: a working day.
export const longestOperatorSession = Duration.hours(12)

/** In milliseconds since 1970. */
const Instant = Schema.Int

const Colour = Schema.String.check(Schema.isPattern(/^#[\da-f]{6}$/i))

// our choice: a drawing, or a small photograph. A link that carries it is about as long.
const longestPicture = 32_768

/** A picture as data: one from elsewhere would be a request that leaves the service. */
const Picture = Schema.String.check(
  Schema.isPattern(/^data:image\/(?:jpeg|png|svg\+xml|webp);base64,[\d+/a-z]+=*$/i, {
    message: "Expected a picture as data:image/svg+xml;base64,… (or png, jpeg, webp)"
  }),
  Schema.isMaxLength(longestPicture)
)

/** The path of a picture that is served beside the service, at the same origin. */
const PicturePath = Schema.String.check(
  Schema.isPattern(/^\/[\w.-][\w./-]*$/, { message: "Expected a path such as /logo.svg" }),
  Schema.isMaxLength(200)
)

const Logo = Schema.Union([Picture, PicturePath])

/** How a portal looks, so that it fits the page that it stands in. */
export const Theme = Schema.Struct({
  accent: Schema.optionalKey(Colour),
  background: Schema.optionalKey(Colour),
  text: Schema.optionalKey(Colour),
  logo: Schema.optionalKey(Logo),
  language: Schema.optionalKey(Schema.Literals(["en", "ru"]))
}).annotate({ identifier: "PortalTheme" })

/** Of the operator: over all sellers. */
const OperatorSession = Schema.Struct({ face: Schema.Literal("operator"), expiresAt: Instant })

/** Of one seller, or of one integrated service of a seller. */
export const PortalSession = Schema.Struct({
  face: Schema.Literal("portal"),
  sellerId: SellerId,
  serviceId: Schema.optionalKey(ServiceId),
  /** Everything, when absent. */
  categories: Schema.optionalKey(Schema.Array(Category)),
  sandbox: Schema.Boolean,
  readOnly: Schema.Boolean,
  expiresAt: Instant,
  theme: Schema.optionalKey(Theme)
})
export type PortalSession = typeof PortalSession.Type

export const Session = Schema.Union([OperatorSession, PortalSession])
export type Session = typeof Session.Type

/**
 * The session without a picture, which does not fit into a cookie: the page keeps the one that came with its link.
 */
export const withoutPicture = (session: Session): Session => {
  if (session.face === "operator" || session.theme?.logo?.startsWith("data:") !== true) return session
  const { logo: _, ...theme } = session.theme
  return { ...session, theme }
}

/** Which pages there are, because the service has what they need. */
export interface Features {
  /** The time can be moved. */
  readonly clock: boolean
  /** Tokens can be made. */
  readonly tokens: boolean
  /** Sellers and their webhooks can be listed, because all data is in one place. */
  readonly everySeller: boolean
  /** The process that answers outlives its answers, and tells what goes on as it does; otherwise a page asks again. */
  readonly live: boolean
}

const none: Features = { clock: false, tokens: false, everySeller: false, live: false }

/** A session as the application sees it. */
export const sessionView = (session: Session, features: Features) => ({
  ...session,
  readOnly: session.face === "portal" && session.readOnly,
  expiresAt: new Date(session.expiresAt).toISOString(),
  features: session.face === "operator" ? features : { ...none, live: features.live }
})
