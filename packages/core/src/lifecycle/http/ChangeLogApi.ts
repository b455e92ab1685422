/** The change log as an operation (Seller Statistics Reports, Versioning). our choice: the document shows no operation for it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { publicOperation } from "../../http/operation/Operation.ts"
import { Day } from "../../time/MoscowTime.ts"
import { ApiChange } from "../ApiChange.ts"

const changeView = <Fields extends Schema.Struct.Fields>({ fields }: Schema.Struct<Fields>) =>
  Schema.Struct({ ...fields, summary: Schema.String })

const [added, deprecated, disabled, fieldsAdded, limitChanged, valuesRemoved, other] = ApiChange.members

const ChangeLogView = Schema.Struct({
  changes: Schema.Array(
    Schema.Union([
      changeView(added).annotate({ identifier: "OperationAdded" }),
      changeView(deprecated).annotate({ identifier: "OperationDeprecated" }),
      changeView(disabled).annotate({ identifier: "OperationDisabled" }),
      changeView(fieldsAdded).annotate({ identifier: "FieldsAdded" }),
      changeView(limitChanged).annotate({ identifier: "LimitChanged" }),
      changeView(valuesRemoved).annotate({ identifier: "ValuesRemoved" }),
      changeView(other).annotate({ identifier: "OtherChange" })
    ])
  )
}).annotate({ identifier: "ChangeLog" })

export class ChangeLogApi extends HttpApiGroup.make("changeLog")
  .add(
    HttpApiEndpoint.get("list", "/changelog.json", {
      query: { since: Schema.optionalKey(Day) },
      success: ChangeLogView
    }).annotateMerge(
      publicOperation({
        summary: "Change log",
        description: "What changed on which day, and what is going to change, the newest first. No token is needed."
      })
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Change log", description: "What changes in this API, and when." })) {}
