/** Operations as handlers, for endpoints that call an operation as it is. */
import { type Effect, Record } from "effect"
import type { DomainError, OrProblem, ProblemFor, ProblemTable } from "../http/operation/orProblem.ts"
import { RequestContext } from "../http/request/RequestContext.ts"

type Operation<Table extends ProblemTable> = (asked: never) => Effect.Effect<unknown, DomainError<Table>, unknown>

type Answering<Table extends ProblemTable, Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    asked: infer Asked
  ) => Effect.Effect<infer A, infer E, infer R>
    ? (asked: Asked) => Effect.Effect<A, ProblemFor<Table, E>, R | RequestContext>
    : never
}

/** The operations get the caller's address, and their domain errors become wire errors. */
export const answering =
  <const Table extends ProblemTable>(orProblem: OrProblem<Table>) =>
  <Operations extends Readonly<Record<string, Operation<Table>>>>(operations: Operations) =>
    Record.map(
      operations,
      (operation) => (asked: object) => RequestContext.use(({ ip }) => orProblem(operation({ ...asked, ip } as never)))
    ) as Answering<Table, Operations>
