/** What an operation answers to wrong input, as data of its declaration. */
import { Context, type DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { FieldProblem } from "../../validation/FieldProblem.ts"
import type { RequestContext } from "../request/RequestContext.ts"
import type { PublishedText } from "./Language.ts"
import type { Refused, RefusedStatus } from "./Refused.ts"

export type PublishedRefusal = readonly [status: RefusedStatus, text: PublishedText]

/** What some bodies say of the request that is refused. */
interface RefusedRequest {
  readonly request: RequestContext["Service"]
  readonly timestamp: DateTime.Utc
}

export interface InputRefusals {
  readonly body: { readonly answer: (refused: Refused, of: RefusedRequest) => HttpServerResponse.HttpServerResponse }
  /** By the location of the field, such as `body.name`: the texts that are published for it. */
  readonly fields?: Readonly<Record<string, PublishedRefusal>>
  /** The same where a field is missing, by its whole location. */
  readonly missing?: Readonly<Record<string, PublishedRefusal>>
  readonly otherwise: PublishedRefusal
}

class InputRefusalsAnnotation extends Context.Service<InputRefusalsAnnotation, InputRefusals>()(
  "@sellerkit/core/http/refusals/InputRefusals"
) {}

/** Use as `endpoint.annotateMerge(refusing({ … }))`. */
export const refusing = (refusals: InputRefusals): Context.Context<never> =>
  Context.make(InputRefusalsAnnotation, refusals) as Context.Context<never>

/** Undefined for an operation whose errors are problems. */
export const findInputRefusals = ({ annotations }: HttpApiEndpoint.Top): InputRefusals | undefined =>
  Context.getOrUndefined(annotations, InputRefusalsAnnotation)

export const inputRefusalsOf = ({ annotations }: HttpApiEndpoint.Top): InputRefusals =>
  Context.getUnsafe(annotations, InputRefusalsAnnotation)

/** The refusal for a field: its own, that of the whole that it is in, or the operation's. A field that is missing has no value. */
export const refusalOf = (
  { fields = {}, missing = {}, otherwise }: InputRefusals,
  { location, value }: Pick<FieldProblem, "location" | "value">
): PublishedRefusal => {
  const absent = value === null ? missing[location] : undefined
  if (absent !== undefined) return absent
  const parts = location.split(".")
  for (let length = parts.length; length > 0; length--) {
    const refusal = fields[parts.slice(0, length).join(".")]
    if (refusal !== undefined) return refusal
  }
  return otherwise
}
