/** Operations on the secrets of all webhooks together. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { declared } from "../../http/operation/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { WebhookId } from "../Webhook.ts"
import { described } from "../../operator/described.ts"

export const ReencryptionView = Schema.Struct({
  examined: Count,
  reencrypted: Count,
  unreadable: Schema.Array(Schema.Struct({ sellerId: SellerId, webhookId: WebhookId, error: Schema.String })),
  reached: Schema.optionalKey(WebhookId)
}).annotate({ identifier: "Reencryption" })

export class SecretsApi extends HttpApiGroup.make("secrets")
  .add(
    HttpApiEndpoint.post("reencrypt", "/secrets/reencrypt", {
      payload: Schema.Struct({ after: Schema.optionalKey(WebhookId) }),
      success: ReencryptionView,
      error: declared.Conflict
    }).annotateMerge(
      described(
        "Encrypt secrets with the newest key",
        "Looks at the secrets of the next webhooks, and encrypts those anew that are stored under an older key or unencrypted. To be called until nothing is `reached` any more; calling it again does no harm. Answers 409 when the service has no key."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Secrets", description: "How webhooks' secrets are stored." })) {}
