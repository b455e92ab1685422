/**
 * The payload of an event: a JSON object, kept and sent as the text that was accepted. Text, not a parsed value, so that
 * every attempt sends the same bytes and a number keeps the digits it came with.
 */
import { ByteSize, Predicate, Result } from "effect"
import { excessIn } from "../validation/JsonBounds.ts"

/** A payload given as JSON text: it is stored and sent unchanged. Any other value is written as JSON once. */
export class PayloadText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `JSON.stringify` gives undefined for values that JSON has no form for, and throws on cycles and bigints. */
const write = (payload: unknown): string | undefined => {
  if (payload instanceof PayloadText) return payload.text
  return Result.getOrUndefined(Result.try(() => JSON.stringify(payload) as string | undefined))
}

// A UTF-16 unit takes at most three bytes, so short texts need no counting.
const exceeds = (text: string, largest: number): boolean =>
  text.length * 3 > largest && new TextEncoder().encode(text).length > largest

/** The text to keep and the value it stands for, or what is wrong with the payload. */
export const readPayload = (
  payload: unknown,
  largest: ByteSize.ByteSize
): Result.Result<{ readonly text: string; readonly value: object }, string> => {
  const text = write(payload)
  if (text === undefined || !text.isWellFormed()) return Result.fail("Expected a value that can be written as JSON")
  const bytes = ByteSize.toNumberUnsafe(largest)
  if (exceeds(text, bytes)) return Result.fail(`Expected at most ${bytes} bytes of JSON`)
  const excess = excessIn(text)
  if (excess !== undefined) return Result.fail(excess)
  const value = Result.getOrUndefined(Result.try(() => JSON.parse(text) as unknown))
  return Predicate.isObject(value) ? Result.succeed({ text, value }) : Result.fail("Expected a JSON object")
}

// ECMAScript's "JSON.parse source text access", which TypeScript's library does not describe yet.
const json = JSON as unknown as {
  readonly parse: (
    text: string,
    reviver?: (key: string, value: unknown, context: { readonly source?: string }) => unknown
  ) => unknown
  readonly rawJSON: (text: string) => unknown
}

const isInexact = (value: unknown): boolean =>
  typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))

/** A number that JavaScript cannot hold exactly keeps its digits when it is written as JSON again. */
const withExactNumbers = (_key: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  source !== undefined && isInexact(value) ? json.rawJSON(source) : value

/** The value of a stored payload, to be shown as JSON. */
export const payloadValue = (text: string): unknown =>
  /\d{16}|\d[eE]/.test(text) ? json.parse(text, withExactNumbers) : json.parse(text)
