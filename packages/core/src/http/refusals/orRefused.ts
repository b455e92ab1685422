/** Domain errors as refusals, by a table of the feature. */
import { Effect } from "effect"
import type { PublishedRefusal } from "./InputRefusals.ts"
import { AnswerLanguage } from "./Language.ts"
import { Refused } from "./Refused.ts"

interface StorageFailure {
  readonly _tag: "StorageError"
}

const isStorageFailure = (error: { readonly _tag: PropertyKey }): error is StorageFailure =>
  error._tag === "StorageError"

/** The refusal for each domain error, by its tag: one for all of them, or one that depends on the error. */
type RefusalTable = Readonly<Record<string, PublishedRefusal | ((error: never) => PublishedRefusal)>>

/** The errors that a table knows. */
type Known<Table extends RefusalTable> = {
  readonly [Tag in keyof Table]: Table[Tag] extends (error: infer E) => PublishedRefusal
    ? E & { readonly _tag: Tag }
    : { readonly _tag: Tag }
}[keyof Table]

export const refused = ([status, text]: PublishedRefusal): Effect.Effect<never, Refused> =>
  Effect.flatMap(AnswerLanguage, (language) => Effect.fail(new Refused({ status, text: text[language] })))

/** Maps the domain errors of a handler to refusals. A failing storage is a defect here, which `unexpected.ts` answers. */
export interface OrRefused<Table extends RefusalTable> {
  <A, E extends Known<Table> | StorageFailure, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Refused, R>
}

export const orRefused =
  <const Table extends RefusalTable>(table: Table): OrRefused<Table> =>
  <A, E extends Known<Table> | StorageFailure, R>(self: Effect.Effect<A, E, R>) =>
    Effect.catch(self, (error) => {
      if (isStorageFailure(error)) return Effect.die(error)
      const refusal = table[error._tag as string]!
      return refused(typeof refusal === "function" ? refusal(error as never) : refusal)
    })
