/** Domain errors as wire errors. */
import { Effect } from "effect"
import type { FieldProblem } from "../validation/FieldProblem.ts"
import { BadRequest, Conflict, Forbidden, NotFound, problemBody } from "./Problem.ts"
import { RequestContext } from "./RequestContext.ts"

/**
 * The one table from domain error to wire error, with its source in Seller Webhooks Service. Statuses are among those that
 * the document lists for the operation (Endpoints).
 */
const problems = {
  // Endpoints, listed statuses: 404 wherever an id is in the path.
  WebhookNotFound: [NotFound, "Webhook not found"],
  EventNotFound: [NotFound, "Event not found"],
  DeliveryNotFound: [NotFound, "Delivery not found"],
  HistoryEntryNotFound: [NotFound, "History entry not found"],
  // Authentication, rule 2; the status is our choice.
  CategoryMissing: [Forbidden, "Token category does not match the event category"],
  // What the service does, 4; the status is our choice.
  ServiceDisabled: [Forbidden, "Service disabled"],
  // Endpoints, rule 2, and Errors, 3.
  NoSubscriptions: [Conflict, "Webhook has no subscriptions"],
  // our choice: such a test could tell nothing, as one without subscriptions.
  WebhookDisabled: [Conflict, "Webhook is disabled"],
  // our choice: the document has no such limit.
  WebhookLimitReached: [BadRequest, "Webhook limit reached"],
  // our choice: operations of the operator interface, which the document does not have.
  IdempotencyConflict: [Conflict, "Idempotency key belongs to another event"],
  EventsRejected: [BadRequest, "None of the events was taken"],
  ResendNotFound: [NotFound, "Resend not found"],
  ResendToDisabled: [Conflict, "Webhook is disabled"],
  NoSecretKey: [Conflict, "There is no key"],
  TokensMadeElsewhere: [Conflict, "Tokens are not made here"]
} as const

type Problems = typeof problems
type KnownError = {
  readonly _tag: keyof Problems
  readonly message: string
  /** Failing fields of the body, where the error is about fields. */
  readonly fields?: ReadonlyArray<FieldProblem>
}
type StorageFailure = { readonly _tag: "StorageError" }

/** What operations fail with. */
export type DomainError = KnownError | StorageFailure

export type ProblemFor<E> = E extends { readonly _tag: infer Tag extends keyof Problems }
  ? InstanceType<Problems[Tag][0]>
  : never

/** Maps the domain errors of a handler to wire errors. A failing storage is a defect here, which `unexpected.ts` answers. */
export const orProblem = <A, E extends DomainError, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, ProblemFor<E>, R | RequestContext> =>
  Effect.catch(self, (error: DomainError) =>
    error._tag === "StorageError"
      ? Effect.die(error)
      : Effect.flatMap(RequestContext, (request) => {
          const [Problem, title] = problems[error._tag]
          const fields = (error.fields ?? []).map((field) => ({ ...field, location: `body.${field.location}` }))
          return Effect.fail(new Problem(problemBody(request, title, error.message, fields)) as ProblemFor<E>)
        })
  )
