/** What a text of a file stands for, by the field that it is in. */
import { Record, Result, type Schema, SchemaAST } from "effect"

export interface FieldKind {
  readonly kind: "boolean" | "json" | "number" | "text"
  /** Rows may be without it. */
  readonly isOptional: boolean
}

export type FieldKinds = Readonly<Record<string, FieldKind>>

const kinds: Readonly<Record<string, FieldKind["kind"]>> = { Boolean: "boolean", Number: "number", String: "text" }

/** Those of a schema, by what its fields are in JSON. */
export const fieldKinds = (fields: Schema.Struct.Fields): FieldKinds =>
  Record.map(fields, ({ ast }): FieldKind => {
    const encoded = SchemaAST.toEncoded(ast)
    return { kind: kinds[encoded._tag] ?? "json", isOptional: SchemaAST.isOptional(encoded) }
  })

const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }

const readNumber = (text: string, hasDecimalComma: boolean): Result.Result<unknown, string> => {
  const plain = hasDecimalComma ? text.replace(",", ".") : text
  if (!number.test(plain)) {
    const example = hasDecimalComma ? "1234,5" : "1234.5"
    const isComma = !hasDecimalComma && number.test(text.replace(",", "."))
    return Result.fail(`Expected a number, such as ${example}${isComma ? "; --decimal-comma takes 1234,5" : ""}`)
  }
  const value = Number(plain)
  // JSON would have other digits than the file.
  const isKept = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isKept ? Result.succeed(value) : Result.fail(`Expected a number up to ${Number.MAX_SAFE_INTEGER}`)
}

const readJson = (text: string): Result.Result<unknown, string> =>
  Result.try({ try: () => JSON.parse(text) as unknown, catch: () => "Expected JSON" })

/** Undefined for a field that the row is without. */
export const readField = (
  text: string,
  { isOptional, kind }: FieldKind,
  hasDecimalComma: boolean
): Result.Result<unknown, string> => {
  if (text === "") return Result.succeed(kind === "text" && !isOptional ? "" : undefined)
  if (kind === "text") return Result.succeed(text)
  const trimmed = text.trim()
  if (kind === "number") return readNumber(trimmed, hasDecimalComma)
  if (kind === "json") return readJson(trimmed)
  const value = booleans[trimmed.toLowerCase()]
  return value === undefined ? Result.fail("Expected true, false, 1 or 0") : Result.succeed(value)
}
