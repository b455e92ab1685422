/**
 * The operator interface: how the host system publishes events, makes tokens, and looks at what became of an event. It is
 * for the one who runs the service, never for sellers.
 */
import {
  Category,
  DropReason,
  EventId,
  Fate,
  SellerId,
  ServiceId,
  Timestamp,
  TokenType,
  WebhookId
} from "@sellerkit/core"
import { declared, readable, type RequestContext, RequestValidation } from "@sellerkit/core/http"
import { Schema } from "effect"
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi
} from "effect/http-api"

export class OperatorScope extends HttpApiMiddleware.Service<OperatorScope, { provides: RequestContext }>()(
  "@sellerkit/standalone/operator/OperatorScope"
) {}

export class OperatorAuthorization extends HttpApiMiddleware.Service<
  OperatorAuthorization,
  { requires: RequestContext }
>()("@sellerkit/standalone/operator/OperatorAuthorization", {
  requiredForClient: true,
  security: { OperatorKey: HttpApiSecurity.bearer },
  error: declared.Unauthorized
}) {}

/** An event as the host publishes it. */
const EventInput = Schema.Struct({
  scope: Schema.String,
  type: Schema.String,
  payload: Schema.Record(Schema.String, Schema.Unknown),
  time: Schema.optionalKey(Timestamp),
  idempotencyKey: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "EventInput" })

const Publication = Schema.Struct({
  sellerId: SellerId,
  sandbox: Schema.optionalKey(Schema.Boolean),
  events: Schema.Array(EventInput).check(Schema.isBetweenLength(1, 1000))
}).annotate({ identifier: "Publication" })

const PublishedEvent = Schema.Struct({
  id: Schema.String,
  idempotencyKey: Schema.String,
  /** How many enabled webhooks it goes to. It is stored when any webhook is subscribed. */
  deliveries: Schema.Int
}).annotate({ identifier: "PublishedEvent" })

const EventFate = Schema.Struct({
  webhookId: WebhookId,
  fate: Fate,
  attempts: Schema.Int,
  nextAttemptAt: Schema.optionalKey(Timestamp),
  heldUntil: Schema.optionalKey(Timestamp),
  dropReason: Schema.optionalKey(DropReason)
}).annotate({ identifier: "EventFate" })

const TokenRequest = Schema.Struct({
  sellerId: SellerId,
  type: TokenType,
  serviceId: Schema.optionalKey(ServiceId),
  categories: Schema.Array(Category),
  readOnly: Schema.optionalKey(Schema.Boolean),
  test: Schema.optionalKey(Schema.Boolean),
  userId: Schema.optionalKey(Schema.Int),
  expiresIn: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 * 24 * 3600 })).annotate({
      description: "For how many seconds the token is valid: 366 days at most, 180 when absent"
    })
  )
})
  .check(
    Schema.makeFilter(({ serviceId, type }) => {
      if (type === "service" && serviceId === undefined)
        return { path: ["serviceId"], issue: "Expected the service's id" }
      if (type !== "service" && serviceId !== undefined) {
        return { path: ["serviceId"], issue: "Expected no service's id: only a service token has one" }
      }
      return undefined
    })
  )
  .annotate({ identifier: "TokenRequest" })

const describe = (summary: string, description: string) => OpenApi.annotations({ summary, description })

class EventsGroup extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.post("publish", "/events", {
      payload: Publication,
      success: Schema.Struct({ events: Schema.Array(PublishedEvent) }).pipe(HttpApiSchema.status(202)),
      error: [declared.BadRequest, declared.Conflict]
    }).annotateMerge(
      describe(
        "Publish events",
        "Takes all of the events, durably, or none. Payloads are stored and sent as the text that came. Repeating the call with the same idempotency keys is safe."
      )
    ),
    HttpApiEndpoint.get("fate", "/sellers/:sellerId/events/:id", {
      params: { sellerId: SellerId, id: EventId },
      query: { sandbox: Schema.optionalKey(Schema.Boolean) },
      success: Schema.Struct({
        id: Schema.String,
        idempotencyKey: Schema.String,
        time: Timestamp,
        scope: Schema.String,
        type: Schema.String,
        test: Schema.Boolean,
        payload: Schema.Record(Schema.String, Schema.Unknown),
        webhooks: Schema.Array(EventFate)
      }),
      error: declared.NotFound
    }).annotateMerge(
      describe("Event with its fate", "What became of the event at each of its webhooks, and when it is tried next.")
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What happens on sellers' accounts." })) {}

class TokensGroup extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.post("create", "/tokens", {
      payload: TokenRequest,
      success: Schema.Struct({
        token: Schema.RedactedFromValue(Schema.String),
        tokenId: Schema.String,
        expiresAt: Timestamp
      }),
      error: [declared.BadRequest, declared.Conflict]
    }).annotateMerge(
      describe(
        "Make a token",
        "Makes an API token. Answers 409 where tokens are only verified here, because they are made elsewhere."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/tokens/:tokenId", {
      params: { tokenId: Schema.String.check(Schema.isBetweenLength(1, 100)) },
      success: HttpApiSchema.NoContent
    }).annotateMerge(describe("Revoke a token", "The token stops counting at once, whether it was made here or not."))
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Tokens", description: "Credentials of the seller API." })) {}

const service = {
  params: { sellerId: SellerId, serviceId: ServiceId },
  query: { sandbox: Schema.optionalKey(Schema.Boolean) },
  success: Schema.Struct({ webhooks: Schema.Int })
}

class ServicesGroup extends HttpApiGroup.make("services")
  .add(
    HttpApiEndpoint.post("disable", "/sellers/:sellerId/services/:serviceId/disable", service).annotateMerge(
      describe(
        "Disable a service",
        "For when the seller disables the integrated service: its webhooks are disabled, and how many is answered."
      )
    ),
    HttpApiEndpoint.post("enable", "/sellers/:sellerId/services/:serviceId/enable", service).annotateMerge(
      describe("Enable a service", "Brings back the webhooks that disabling the service stopped.")
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Services", description: "Integrated services of sellers." })) {}

export class OperatorApi extends HttpApi.make("operator")
  .add(EventsGroup, TokensGroup, ServicesGroup)
  .prefix("/operator/v1")
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotate(HttpApi.ParseOptions, { errors: "all", reportInput: true })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotateMerge(
    OpenApi.annotations({
      title: "Sellerkit operator interface",
      version: "1.0.0",
      summary: "Publish events, make tokens, see what became of an event",
      servers: [{ url: "/" }],
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      transform: (document) => readable(document) as Record<string, unknown>
    })
  ) {}
