/** Domain errors as wire errors, by the table of a feature. */
import { Effect } from "effect"
import type { FieldProblem } from "../../validation/FieldProblem.ts"
import type { BadRequest, Conflict, Forbidden, NotFound } from "./Problem.ts"
import { problemBody } from "./Problem.ts"
import { RequestContext } from "../request/RequestContext.ts"

type ProblemClass = typeof BadRequest | typeof Conflict | typeof Forbidden | typeof NotFound

/** The wire error and its title, for each domain error by its tag. */
export type ProblemTable = Readonly<Record<string, readonly [problem: ProblemClass, title: string]>>

interface KnownError<Tag> {
  readonly _tag: Tag
  readonly message: string
  /** Failing fields of the body, where the error is about fields. */
  readonly fields?: ReadonlyArray<FieldProblem>
}

interface StorageFailure {
  readonly _tag: "StorageError"
}

/** What operations with the table may fail with. */
export type DomainError<Table extends ProblemTable> = KnownError<keyof Table> | StorageFailure

export type ProblemFor<Table extends ProblemTable, E> = E extends { readonly _tag: infer Tag extends keyof Table }
  ? InstanceType<Table[Tag][0]>
  : never

/** Maps the domain errors of a handler to wire errors. A failing storage is a defect here, which `unexpected.ts` answers. */
export interface OrProblem<Table extends ProblemTable> {
  <A, E extends DomainError<Table>, R>(
    self: Effect.Effect<A, E, R>
  ): Effect.Effect<A, ProblemFor<Table, E>, R | RequestContext>
}

const isStorageFailure = (error: { readonly _tag: PropertyKey }): error is StorageFailure =>
  error._tag === "StorageError"

export const orProblemOf =
  <const Table extends ProblemTable>(table: Table): OrProblem<Table> =>
  <A, E extends DomainError<Table>, R>(self: Effect.Effect<A, E, R>) =>
    Effect.catch(self, (error: DomainError<Table>) =>
      isStorageFailure(error)
        ? Effect.die(error)
        : Effect.flatMap(RequestContext, (request) => {
            const [Problem, title] = table[error._tag]!
            const fields = (error.fields ?? []).map((field) => ({ ...field, location: `body.${field.location}` }))
            return Effect.fail(new Problem(problemBody(request, title, error.message, fields)) as ProblemFor<Table, E>)
          })
    )
