/**
 * Payloads as they were published. A number keeps the digits that it came with, which reading it as a number of JavaScript could
 * change.
 */

/** A number as it is written. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Json = null | boolean | string | ExactNumber | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** Newer engines give the text of a value. In others a number is as exact as JavaScript reads it. */
type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

const exactly: Revive = (_key, value, context) =>
  typeof value === "number" ? new ExactNumber(context?.source ?? String(value)) : value

/** Throws where the text is not JSON. */
export const readJson = (text: string): Json =>
  JSON.parse(text, exactly as (key: string, value: unknown) => unknown) as Json

export const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

/** As JSON in one line, which is how payloads are sent. */
export const writeJson = (value: Json): string => {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
    return `{${members.join(",")}}`
  }
  return JSON.stringify(value)
}

/** The payload of an event's answer. */
export const payloadOf = (answer: string): Json => {
  const event = readJson(answer)
  return isObject(event) ? (event["payload"] ?? null) : null
}
