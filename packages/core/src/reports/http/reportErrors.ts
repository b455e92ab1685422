/** Bodies of errors of reports (contract, Error bodies, statistics and realization). */
import { Schema, SchemaTransformation } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { named } from "../../http/operation/Problem.ts"
import { problemMessage } from "../../http/operation/problemMessage.ts"
import type { InputRefusals } from "../../http/refusals/InputRefusals.ts"
import { Refused } from "../../http/refusals/Refused.ts"

/** A list where a parameter is missing, and a text where it is wrong. */
const ReportErrors = Schema.Struct({
  errors: Schema.Union([Schema.Array(Schema.String), Schema.String])
}).annotate({ identifier: "ReportErrors" })

const missing = /: field required$/

const reportErrors = ({ text }: Refused): typeof ReportErrors.Type => ({ errors: missing.test(text) ? [text] : text })

const textOf = ({ errors }: typeof ReportErrors.Type): string =>
  typeof errors === "string" ? errors : errors.join("; ")

/** `{errors}`. */
export const asReportErrors = {
  declared: ReportErrors.pipe(
    Schema.decodeTo(
      Schema.toType(Refused),
      SchemaTransformation.transform({
        decode: (body) => new Refused({ status: 400, text: textOf(body) }),
        encode: reportErrors
      })
    ),
    HttpApiSchema.status(400)
  ),
  answer: (refused: Refused) => HttpServerResponse.jsonUnsafe(reportErrors(refused), { status: refused.status })
}

/** The problem of a report that cannot be read from the request. */
export class ReportProblem extends Schema.Error<ReportProblem>("ReportProblem")(
  {
    title: Schema.String,
    detail: Schema.String,
    request_id: Schema.String,
    origin: Schema.String,
    status: Schema.Literal(400)
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ReportProblem"

  override get message() {
    return problemMessage(this)
  }
}

export const declaredReportProblem = named(ReportProblem)

/** `{status, title, detail, request_id, origin}`. `title` says that the request cannot be read. */
export const asReportProblem = (title: string): InputRefusals["body"] => ({
  answer: ({ status, text }, { request: { origin, requestId } }) => {
    const about = status === 400 ? { title, detail: `${title}: ${text}` } : { title: "gone", detail: text }
    return HttpServerResponse.jsonUnsafe({ status, ...about, request_id: requestId, origin }, { status })
  }
})
