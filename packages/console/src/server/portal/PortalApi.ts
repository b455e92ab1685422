/** An operation of the operator interface: makes a link that opens the console for one seller. */
import { Category, SellerId, ServiceId, Timestamp } from "@sellerkit/core"
import { declared, parsing, RequestValidation } from "@sellerkit/core/http"
import {
  DataOf,
  described,
  OperatorApi,
  OperatorAuthorization,
  operatorDocument,
  OperatorScope
} from "@sellerkit/core/operator"
import { Duration, Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Theme } from "../session/Session.ts"

// our choice: somebody follows a link soon after it was made; a page of a host makes a new one whenever it is shown.
const lifetimes = { usual: Duration.hours(1), longest: Duration.days(7) } as const

const seconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Duration.toSeconds(lifetimes.longest) }))
const no = Effect.succeed(false)

const PortalRequest = Schema.Struct({
  serviceId: Schema.optionalKey(ServiceId),
  categories: Schema.optionalKey(Schema.Array(Category)),
  sandbox: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(no)),
  readOnly: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(no)),
  expiresIn: seconds.pipe(Schema.withDecodingDefaultKey(Effect.succeed(Duration.toSeconds(lifetimes.usual)))),
  theme: Schema.optionalKey(Theme)
}).annotate({ identifier: "PortalRequest" })

const PortalLink = Schema.Struct({ url: Schema.String, expiresAt: Timestamp }).annotate({ identifier: "PortalLink" })

class PortalGroup extends HttpApiGroup.make("portal")
  .add(
    HttpApiEndpoint.post("open", "/sellers/:sellerId/portal", {
      params: { sellerId: SellerId },
      payload: PortalRequest,
      success: PortalLink,
      error: declared.BadRequest
    })
      // The id of the seller is all that is needed of it.
      .annotate(DataOf, "nobody")
      // A field with an unknown name was meant to say something. Without that the session could do more.
      .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", reportInput: true })
      .annotateMerge(
        described(
          "Make a link to the portal",
          "Makes a link that opens the console for this seller alone, or for one integrated service of it, without a key. Whoever has it is that seller or service until it expires: give it to nobody else."
        )
      )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Portal", description: "The console of one seller." })) {}

class PortalApi extends HttpApi.make("operator")
  .add(PortalGroup)
  .prefix("/operator/v1")
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotateMerge(parsing) {}

/** The operator interface of a service that has a console. */
export class ConsoleOperatorApi extends OperatorApi.addHttpApi(PortalApi) {}

/** What people read of it. */
export const portalDocumentation = {
  answers: { "portal.open": "The link was made." },
  fields: {
    "PortalRequest.serviceId": [
      "The integrated service that it is for: it shows the service's own webhooks alone. That of the whole seller, when absent.",
      "reports"
    ],
    "PortalRequest.categories": [
      "What it may be used for, as a token: events of other categories cannot be subscribed to. Everything, when absent.",
      ["content", "promotion"]
    ],
    "PortalRequest.sandbox": [
      "Whether it shows the seller's sandbox instead of the live account; no when absent.",
      false
    ],
    "PortalRequest.readOnly": ["Whether it only shows, and changes nothing; no when absent.", true],
    "PortalRequest.expiresIn": ["For how many seconds the link and its session are valid; an hour when absent.", 900],
    "PortalRequest.theme": ["How it looks, so that it fits the page that it stands in."],
    "PortalTheme.accent": ["The colour of buttons and links.", "#1f57c3"],
    "PortalTheme.background": ["The colour of the page.", "#ffffff"],
    "PortalTheme.text": ["The colour of texts.", "#16191d"],
    "PortalTheme.logo": [
      "A picture in place of the name: as `data:image/svg+xml;base64,…` (or png, jpeg, webp) of at most 32 KiB, or a path at the same origin.",
      "/logo.svg"
    ],
    "PortalTheme.language": ["The language at first; that of the browser when absent.", "en"],
    "PortalLink.url": [
      "The link. Its last part is a secret.",
      "https://api.example/console/portal#b2dMcGVTeG1XMmVq.S2pQb1dZcG5tX3RvbzJsb25nZXI"
    ],
    "PortalLink.expiresAt": ["When the link and its session end."]
  }
} as const

export const consoleOperatorDocument = operatorDocument(ConsoleOperatorApi, portalDocumentation)
