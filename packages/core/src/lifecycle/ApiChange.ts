/** Dated facts about the API (Seller Statistics Reports, Versioning). Operations are named by method and path, as `GET /ping`. */
import { Schema } from "effect"
import { startOfDay } from "../time/MoscowTime.ts"
import { Count } from "../validation/WholeNumber.ts"

/** `2026-06-23`, or `2026-04` and `2025` where a document names no day. */
const ChangeDate = Schema.String.check(
  Schema.isPattern(/^\d{4}(-\d\d){0,2}$/, { message: "Expected a day, a month or a year, such as 2026-06-23" })
)

/** When it begins in Moscow. our choice: a month or a year counts from its first day on. */
export const startOf = (date: string): number => startOfDay(`${date}-01-01`.slice(0, "2026-01-01".length))

const dated = {
  on: ChangeDate,
  /** What says so. */
  source: Schema.String
}

const ofOperation = { ...dated, operation: Schema.String }

/** An operation that does what another one did. It may be served elsewhere only. */
const successor = Schema.optionalKey(Schema.String)

/** Before it, the operation was not there. */
const Added = Schema.Struct({ kind: Schema.Literal("added"), ...ofOperation })

/** From then on the operation should not be used in new programs. */
const Deprecated = Schema.Struct({ kind: Schema.Literal("deprecated"), ...ofOperation, successor })

/** From then on the operation is switched off. */
const Disabled = Schema.Struct({ kind: Schema.Literal("disabled"), ...ofOperation, successor })

/** New fields of its answers. A field inside others is written with those before it, as `days.apps.canceled`. */
const FieldsAdded = Schema.Struct({
  kind: Schema.Literal("fieldsAdded"),
  ...ofOperation,
  fields: Schema.Array(Schema.String)
})

/** How many elements a part of its requests may have, before and from then on. */
const LimitChanged = Schema.Struct({
  kind: Schema.Literal("limitChanged"),
  ...ofOperation,
  location: Schema.String,
  before: Count,
  most: Count
})

/** Values that a field of its answers no longer has. */
const ValuesRemoved = Schema.Struct({
  kind: Schema.Literal("valuesRemoved"),
  ...ofOperation,
  field: Schema.String,
  values: Schema.Array(Count)
})

/** Whatever is not about answers or limits of operations that are served here. */
const Other = Schema.Struct({ kind: Schema.Literal("other"), ...dated, text: Schema.String })

export const ApiChange = Schema.Union([Added, Deprecated, Disabled, FieldsAdded, LimitChanged, ValuesRemoved, Other])
export type ApiChange = typeof ApiChange.Type

/** The changes of this kind. */
export type ChangeOf<Kind extends ApiChange["kind"]> = Extract<ApiChange, { readonly kind: Kind }>

/** Those of a kind that are about an operation, in the order of the table. */
export const changesOf = <Kind extends Exclude<ApiChange["kind"], "other">>(
  changes: ReadonlyArray<ApiChange>,
  kind: Kind,
  operation: string
): ReadonlyArray<ChangeOf<Kind>> =>
  changes.filter(
    (change): change is ChangeOf<Kind> =>
      change.kind === kind && "operation" in change && change.operation === operation
  )

const instead = (name: string | undefined): string => (name === undefined ? "" : `; use ${name}`)

/** The change in a sentence, without its date. */
export const sentenceOf = (change: ApiChange): string => {
  switch (change.kind) {
    case "added":
      return `${change.operation} is new.`
    case "deprecated":
      return `${change.operation} is deprecated${instead(change.successor)}.`
    case "disabled":
      return `${change.operation} is switched off${instead(change.successor)}.`
    case "fieldsAdded":
      return `Answers of ${change.operation} have new fields: ${change.fields.join(", ")}.`
    case "limitChanged":
      return `${change.operation} takes at most ${change.most} in ${change.location}, and not ${change.before}.`
    case "valuesRemoved":
      return `Answers of ${change.operation} no longer have ${change.values.join(", ")} as ${change.field}.`
    case "other":
      return change.text
  }
}

/** The newest first. Changes of one day stay in the order of the table. */
export const newestFirst = (changes: ReadonlyArray<ApiChange>): ReadonlyArray<ApiChange> =>
  changes.toSorted((one, other) => startOf(other.on) - startOf(one.on))
