/** Operations with which the marketplace's own side sets what holds for all campaigns. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { described } from "../../operator/described.ts"
import { Configuration } from "../Configuration.ts"

export class OperatorConfigurationApi extends HttpApiGroup.make("configuration")
  .add(
    HttpApiEndpoint.get("get", "/config", { success: Configuration }).annotateMerge(
      described("Configuration values", "Least bids and budgets, and how much a campaign may have.")
    ),
    HttpApiEndpoint.put("put", "/config", { payload: Configuration, success: HttpApiSchema.NoContent })
      .middleware(RequestValidation)
      .annotateMerge(
        described(
          "Put configuration values",
          "Replaces all of them. A value that is left out is the published one. What campaigns have already stays as it is."
        )
      )
  )
  .annotateMerge(OpenApi.annotations({ title: "Configuration", description: "What holds for all campaigns." })) {}
