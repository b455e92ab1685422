/** Operations on integrated services of sellers. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SellerId, ServiceId } from "../../access/Account.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { described } from "../../operator/described.ts"

const service = {
  params: { sellerId: SellerId, serviceId: ServiceId },
  query: { sandbox: Schema.optionalKey(Schema.Boolean) },
  success: Schema.Struct({ webhooks: Count })
}

export class ServicesApi extends HttpApiGroup.make("services")
  .add(
    HttpApiEndpoint.post("disable", "/sellers/:sellerId/services/:serviceId/disable", service).annotateMerge(
      described(
        "Disable a service",
        "For when the seller disables the integrated service: its webhooks are disabled, and how many is answered."
      )
    ),
    HttpApiEndpoint.post("enable", "/sellers/:sellerId/services/:serviceId/enable", service).annotateMerge(
      described("Enable a service", "Brings back the webhooks that disabling the service stopped.")
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Services", description: "Integrated services of sellers." })) {}
