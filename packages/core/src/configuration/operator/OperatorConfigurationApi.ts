/** Operations with which the marketplace's own side sets what holds for all campaigns. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { described } from "../../operator/described.ts"
import { takesAtMost } from "../../records/takesAtMost.ts"
import { plainText } from "../../validation/PlainText.ts"
import { Configuration, unusableEntries } from "../Configuration.ts"

// our choice: longer than any that is published.
const Text = plainText(1000)

// our choice: all values are kept in one record, which takes a million bytes.
const mostBytes = { categories: 700_000, config: 200_000 } as const

const { categories } = Configuration.fields

const NewConfiguration = Schema.Struct({
  categories: categories.check(takesAtMost(mostBytes.categories)),
  config: Schema.Array(Schema.Struct({ description: Text, name: Text, value: Text })).check(
    takesAtMost(mostBytes.config)
  )
})
  .check(
    Schema.makeFilter((given: Configuration) =>
      unusableEntries(given).map(({ expected, place }) => ({
        path: ["config", place, "value"],
        issue: `Expected ${expected}`
      }))
    )
  )
  .annotate({ identifier: "ConfigurationInput" })

export class OperatorConfigurationApi extends HttpApiGroup.make("configuration")
  .add(
    HttpApiEndpoint.get("get", "/config", { success: Configuration }).annotateMerge(
      described("Configuration values", "Least bids and budgets, and how much a campaign may have.")
    ),
    HttpApiEndpoint.put("put", "/config", { payload: NewConfiguration, success: HttpApiSchema.NoContent })
      .middleware(RequestValidation)
      .annotateMerge(
        described(
          "Put configuration values",
          "Replaces all of them. A value that is left out is the published one; those that the service knows are whole numbers, `max_nm_count` up to 50 and `max_auto_nms` up to 100. What campaigns have already stays as it is."
        )
      )
  )
  .annotateMerge(OpenApi.annotations({ title: "Configuration", description: "What holds for all campaigns." })) {}
