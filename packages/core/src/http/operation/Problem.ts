/** Wire errors: the published body (Seller Webhooks Service, Error body), one class per status. */
import { Schema } from "effect"
import { FieldProblem } from "../../validation/FieldProblem.ts"
import type { RequestContext } from "../request/RequestContext.ts"
import { problemMessage } from "./problemMessage.ts"

export const problemFields = {
  title: Schema.String,
  detail: Schema.String,
  requestId: Schema.String,
  origin: Schema.String,
  /** One entry per failing field; empty when the problem is not one of fields. */
  errors: Schema.Array(FieldProblem)
}

/** The published body, whatever its status. */
export const ProblemBody = Schema.Struct(problemFields).annotate({ identifier: "Problem" })
export type ProblemBody = typeof ProblemBody.Type

export const problemBody = (
  request: RequestContext["Service"],
  title: string,
  detail: string,
  errors: ReadonlyArray<FieldProblem> = []
): ProblemBody => ({ title, detail, requestId: request.requestId, origin: request.origin, errors })

export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(problemFields, { httpApiStatus: 400 }) {
  readonly _tag = "BadRequest"

  override get message() {
    return problemMessage(this)
  }
}
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(problemFields, { httpApiStatus: 401 }) {
  readonly _tag = "Unauthorized"

  override get message() {
    return problemMessage(this)
  }
}
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(problemFields, { httpApiStatus: 403 }) {
  readonly _tag = "Forbidden"

  override get message() {
    return problemMessage(this)
  }
}
export class NotFound extends Schema.Error<NotFound>("NotFound")(problemFields, { httpApiStatus: 404 }) {
  readonly _tag = "NotFound"

  override get message() {
    return problemMessage(this)
  }
}
export class Conflict extends Schema.Error<Conflict>("Conflict")(problemFields, { httpApiStatus: 409 }) {
  readonly _tag = "Conflict"

  override get message() {
    return problemMessage(this)
  }
}

/** Under its own identifier: bundlers give classes other names. */
export const named = <S extends Schema.Top & { readonly identifier: string }>(problem: S) =>
  problem.pipe(Schema.annotateEncoded({ identifier: problem.identifier }))

/** The classes as operations declare them: the published description calls their bodies by their names. */
export const declared = {
  BadRequest: named(BadRequest),
  Unauthorized: named(Unauthorized),
  Forbidden: named(Forbidden),
  NotFound: named(NotFound),
  Conflict: named(Conflict)
}
