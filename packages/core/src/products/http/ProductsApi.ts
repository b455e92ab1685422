/** Subjects and nomenclatures for campaigns (Seller Statistics Reports, Promotion operations). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { refusing } from "../../http/refusals/InputRefusals.ts"
import { asText } from "../../http/refusals/Refused.ts"
import { Count, NumericId } from "../../validation/WholeNumber.ts"
import { productLimits } from "./productLimits.ts"
import { refusals } from "./productRefusals.ts"

// our choice: more than a marketplace has subjects for one seller.
const SubjectIds = Schema.Array(NumericId).check(Schema.isMaxLength(1000))

export class ProductsApi extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.get("subjects", "/v1/supplier/subjects", {
      // Some clients send it. Products are the same for both.
      query: { payment_type: Schema.optionalKey(Schema.String) },
      success: Schema.Array(
        Schema.Struct({ id: NumericId, name: Schema.String, count: Count }).annotate({ identifier: "Subject" })
      ),
      error: asText.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Subjects for campaigns",
          description: "The subjects of the seller's products, with how many products each has.",
          access: accessRules.promotionReads,
          limit: productLimits.campaignSubjects
        })
      )
      .annotateMerge(refusing({ body: asText, otherwise: refusals.request })),
    HttpApiEndpoint.post("nomenclatures", "/v2/supplier/nms", {
      payload: SubjectIds,
      success: Schema.Array(
        Schema.Struct({ title: Schema.String, nm: NumericId, subjectId: NumericId }).annotate({
          identifier: "Nomenclature"
        })
      ),
      error: asText.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Nomenclatures for campaigns",
          description: "The seller's products of these subjects.",
          access: accessRules.promotionReads,
          limit: productLimits.campaignNomenclatures
        })
      )
      .annotateMerge(refusing({ body: asText, otherwise: refusals.request }))
  )
  .prefix("/adv")
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(OpenApi.annotations({ title: "Products", description: "What campaigns may advertise." })) {}
