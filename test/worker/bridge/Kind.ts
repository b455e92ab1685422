/** The kinds of values that cross as their parts: how one is recognised, taken apart, and made again. */
import { PayloadText } from "@sellerkit/core"
import { Cause, DateTime, Duration, Exit, Option, Redacted, Result } from "effect"

export interface Kind {
  is(value: unknown): boolean
  parts(value: never): ReadonlyArray<unknown>
  make(parts: ReadonlyArray<any>): unknown
}

const kind = <A>(
  is: (value: unknown) => value is A,
  parts: (value: A) => ReadonlyArray<unknown>,
  make: (parts: ReadonlyArray<any>) => A
): Kind => ({ is, parts, make })

const isInstance =
  <A extends object>(type: new (...args: ReadonlyArray<any>) => A) =>
  (value: unknown): value is A =>
    value instanceof type

const reasonOf = ([tag, content]: readonly [Cause.Reason<unknown>["_tag"], unknown]): Cause.Reason<unknown> => {
  if (tag === "Fail") return Cause.makeFailReason(content)
  return tag === "Die" ? Cause.makeDieReason(content) : Cause.makeInterruptReason()
}

const contentOf = (reason: Cause.Reason<unknown>): unknown => {
  if (Cause.isFailReason(reason)) return reason.error
  return Cause.isDieReason(reason) ? reason.defect : undefined
}

/** Where it was made stays visible; what else it carries as well. */
const errorKind = kind(
  isInstance(Error),
  (error) => [error.name, error.message, error.stack, error.cause, { ...error }],
  ([name, message, stack, cause, properties]) => {
    const made = Object.assign(new Error(message, cause === undefined ? undefined : { cause }), properties)
    for (const [key, value] of Object.entries({ name, stack })) {
      Object.defineProperty(made, key, { value, configurable: true, enumerable: false, writable: true })
    }
    return made
  }
)

/** In the order in which they are looked for. */
export const kinds: Readonly<Record<string, Kind>> = {
  undefined: kind(
    (value) => value === undefined,
    () => [],
    () => undefined
  ),
  number: kind(
    (value) => typeof value === "number",
    (value) => [String(value)],
    ([text]) => Number(text)
  ),
  bigint: kind(
    (value) => typeof value === "bigint",
    (value) => [String(value)],
    ([text]) => BigInt(text)
  ),
  array: kind(
    (value) => Array.isArray(value),
    (items: ReadonlyArray<unknown>) => items,
    (items) => items
  ),
  option: kind(
    Option.isOption,
    (option) => (Option.isSome(option) ? [option.value] : []),
    (parts) => (parts.length === 0 ? Option.none() : Option.some(parts[0]))
  ),
  result: kind(
    Result.isResult,
    (result) => (Result.isSuccess(result) ? [true, result.success] : [false, result.failure]),
    ([succeeded, content]) => (succeeded === true ? Result.succeed(content) : Result.fail(content))
  ),
  exit: kind(
    Exit.isExit,
    (exit) => (Exit.isSuccess(exit) ? [true, exit.value] : [false, exit.cause]),
    ([succeeded, content]) => (succeeded === true ? Exit.succeed(content) : Exit.failCause(content))
  ),
  cause: kind(
    Cause.isCause,
    ({ reasons }) => reasons.map((reason) => [reason._tag, contentOf(reason)]),
    (reasons) => Cause.fromReasons(reasons.map(reasonOf))
  ),
  utc: kind(
    (value): value is DateTime.Utc => DateTime.isDateTime(value) && DateTime.isUtc(value),
    (time) => [DateTime.toEpochMillis(time)],
    ([milliseconds]) => DateTime.makeUnsafe(milliseconds as number)
  ),
  duration: kind(
    Duration.isDuration,
    (duration) => [Duration.toMillis(duration)],
    ([milliseconds]) => Duration.millis(milliseconds)
  ),
  redacted: kind(
    Redacted.isRedacted,
    (redacted) => [Redacted.value(redacted), redacted.label],
    ([value, label]) => Redacted.make(value, label === undefined ? undefined : { label })
  ),
  payloadText: kind(
    isInstance(PayloadText),
    ({ text }) => [text],
    ([text]) => new PayloadText(text)
  ),
  date: kind(
    isInstance(Date),
    (date) => [date.getTime()],
    ([milliseconds]) => new Date(milliseconds)
  ),
  bytes: kind(
    isInstance(Uint8Array),
    (bytes) => [...bytes],
    (bytes) => Uint8Array.from(bytes)
  ),
  map: kind(
    isInstance(Map),
    (map) => [...map],
    (entries) => new Map(entries)
  ),
  set: kind(
    isInstance(Set),
    (set) => [...set],
    (members) => new Set(members)
  )
}

/** Looked for behind all others, because most errors are instances of a class of their own. */
export const error: Kind = errorKind

/** A class that says which fields it has, as those of `Schema` do. */
interface ClassWithFields {
  new (fields: object, options: { readonly disableChecks: true }): object
  readonly fields: Readonly<Record<string, unknown>>
}

const hasFields = (value: unknown): value is ClassWithFields => typeof value === "function" && "fields" in value

/** What was valid where it was made is not checked again. */
const instanceKind = (type: ClassWithFields): Kind => {
  const names = Object.keys(type.fields).filter((name) => name !== "_tag")
  return kind(
    (value): value is Record<string, unknown> => value instanceof type,
    (value) => [Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : [])))],
    ([fields]) => new type(fields, { disableChecks: true }) as Record<string, unknown>
  )
}

/** Of the classes that a module exports, under their names. */
export const kindsOf = (module: object): Readonly<Record<string, Kind>> =>
  Object.fromEntries(
    Object.entries(module).flatMap(([name, exported]) => (hasFields(exported) ? [[name, instanceKind(exported)]] : []))
  )
