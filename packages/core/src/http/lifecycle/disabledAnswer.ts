/** What an operation answers once it is switched off: 410, in the body that its other errors have. */
import type { DateTime } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { OperationLifecycle } from "../../lifecycle/OperationLifecycle.ts"
import { StatusAdmission } from "../middleware/StatusAdmission.ts"
import { problemBody } from "../operation/Problem.ts"
import { findInputRefusals, type InputRefusals } from "../refusals/InputRefusals.ts"
import type { Language, PublishedText } from "../refusals/Language.ts"
import { Refused } from "../refusals/Refused.ts"
import { asStatusProblem } from "../refusals/StatusProblem.ts"
import type { RequestContext } from "../request/RequestContext.ts"

/** our choice: no document shows a text. */
const textOf = ({ disabledOn, successor }: OperationLifecycle): PublishedText => ({
  en: `The operation was switched off on ${disabledOn}${successor === undefined ? "" : `; use ${successor}`}`,
  ru: `Метод отключён ${disabledOn}${successor === undefined ? "" : `; используйте ${successor}`}`
})

type Request = RequestContext["Service"]

/** The body of Seller Webhooks Service. */
const asProblem: InputRefusals["body"] = {
  answer: ({ status, text }, { request }) =>
    HttpServerResponse.jsonUnsafe(problemBody(request, "Operation is switched off", text), { status })
}

const bodyOf = (endpoint: HttpApiEndpoint.Top): InputRefusals["body"] =>
  findInputRefusals(endpoint)?.body ?? (endpoint.middlewares.has(StatusAdmission) ? asStatusProblem : asProblem)

/** Made for an operation once. */
export const makeDisabledAnswer = (
  endpoint: HttpApiEndpoint.Top,
  lifecycle: OperationLifecycle,
  language: Language
) => {
  const body = bodyOf(endpoint)
  const refused = new Refused({ status: 410, text: textOf(lifecycle)[language] })
  return (request: Request, timestamp: DateTime.Utc): HttpServerResponse.HttpServerResponse =>
    body.answer(refused, { request, timestamp })
}
