/** Fields and limits of operations as they were at a time. */
import { Clock, Effect, Predicate } from "effect"
import { type ApiChange, changesOf, startOf } from "./ApiChange.ts"
import { ChangeLog } from "./changeLog.ts"
import { LifecyclePolicy } from "./LifecyclePolicy.ts"

/** Fields, each with the fields that it is in, by when they came. */
export interface FieldsSince {
  readonly since: number
  readonly paths: ReadonlyArray<ReadonlyArray<string>>
}

/** The fields of an operation's answers that have a date. */
export const datedFields = (changes: ReadonlyArray<ApiChange>, operation: string): ReadonlyArray<FieldsSince> =>
  changesOf(changes, "fieldsAdded", operation).map(({ fields, on }) => ({
    since: startOf(on),
    paths: fields.map((field) => field.split("."))
  }))

/** The value without one field. Lists are looked through. */
const withoutField = (value: unknown, path: ReadonlyArray<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutField(item, path))
  const [name = "", ...rest] = path
  if (!Predicate.hasProperty(value, name)) return value
  const { [name]: inner, ...others } = value
  return rest.length === 0 ? others : { ...value, [name]: withoutField(inner, rest) }
}

const withoutFields = (value: unknown, fields: ReadonlyArray<FieldsSince>): unknown =>
  fields.flatMap(({ paths }) => paths).reduce((answer, path) => withoutField(answer, path), value)

const laterFields = (fields: ReadonlyArray<FieldsSince>, now: number): ReadonlyArray<FieldsSince> =>
  fields.filter(({ since }) => now < since)

/** An answer without the fields that were not there yet. */
export const withoutLaterFields = (value: unknown, fields: ReadonlyArray<FieldsSince>, now: number): unknown =>
  withoutFields(value, laterFields(fields, now))

/** How many elements a part of an operation's requests may have; undefined where that never changed. */
export const limitAt = (
  changes: ReadonlyArray<ApiChange>,
  operation: string,
  location: string,
  now: number
): number | undefined => {
  const changed = changesOf(changes, "limitChanged", operation)
    .filter((change) => change.location === location)
    .toSorted((one, other) => startOf(one.on) - startOf(other.on))
  return changed.findLast(({ on }) => startOf(on) <= now)?.most ?? changed[0]?.before
}

/** The values that a field of an operation's answers no longer has. */
export const removedValues = (
  changes: ReadonlyArray<ApiChange>,
  operation: string,
  field: string,
  now: number
): ReadonlySet<number> =>
  new Set(
    changesOf(changes, "valuesRemoved", operation)
      .filter((change) => change.field === field && startOf(change.on) <= now)
      .flatMap(({ values }) => values)
  )

/** What the change log says of today. Undefined where the installation does not go by its dates. */
export const today = <A>(read: (changes: ReadonlyArray<ApiChange>, now: number) => A): Effect.Effect<A | undefined> =>
  Effect.gen(function* () {
    const { revision } = yield* LifecyclePolicy
    if (revision !== "dated") return undefined
    return read(yield* ChangeLog, yield* Clock.currentTimeMillis)
  })

/** Takes fields that are not there yet out of rows of an operation. Undefined where all fields are there, or count anyway. */
export const rowsOfToday = (operation: string): Effect.Effect<((text: string) => string) | undefined> =>
  today((changes, now) => {
    const fields = laterFields(datedFields(changes, operation), now)
    return fields.length === 0 ? undefined : (text) => JSON.stringify(withoutFields(JSON.parse(text), fields))
  })
