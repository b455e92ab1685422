/** The body of a notification: a seller's events that travel together. */
import type { ReceivedEvent } from "./EventTypes.ts"
import { Refusal } from "../Refusal.ts"

export interface Notification {
  readonly sellerId: string
  /** The id of the delivery in the history; another one each time. */
  readonly requestId: string
  readonly events: ReadonlyArray<ReceivedEvent>
}

const wrong = (where: string, expected: string): Refusal =>
  new Refusal(400, `The body is no notification: ${where}: expected ${expected}`)

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown, where: string): Fields => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(where, "an object")
  return value as Fields
}

const text = (fields: Fields, name: string, within = ""): string => {
  const value = fields[name]
  if (typeof value !== "string" || value === "") throw wrong(`${within}${name}`, "a string that is not empty")
  return value
}

const readTime = (fields: Fields, within: string): Date => {
  const time = new Date(text(fields, "time", within))
  if (Number.isNaN(time.getTime())) throw wrong(`${within}time`, "a time in ISO 8601")
  return time
}

const readEvent = (sellerId: string, value: unknown, index: number): ReceivedEvent => {
  const fields = fieldsOf(value, `events.${index}`)
  const within = `events.${index}.`
  const { payload, test } = fields
  const [scope, type] = [text(fields, "scope", within), text(fields, "type", within)]
  if (typeof test !== "boolean") throw wrong(`${within}test`, "true or false")
  if (payload === undefined) throw wrong(`${within}payload`, "a payload")
  return {
    sellerId,
    id: text(fields, "id", within),
    idempotencyKey: text(fields, "idempotencyKey", within),
    time: readTime(fields, within),
    name: `${scope}/${type}`,
    scope,
    type,
    test,
    payload
  }
}

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    throw new Refusal(400, "The body is no JSON in UTF-8")
  }
}

/** Fields that it does not know are let through: more may come. */
export const readNotification = (body: Uint8Array): Notification => {
  const fields = fieldsOf(parse(body), "the body")
  const sellerId = text(fields, "sellerId")
  const requestId = text(fields, "requestId")
  const { events } = fields
  if (!Array.isArray(events)) throw wrong("events", "a list of events")
  return { sellerId, requestId, events: events.map((event, index) => readEvent(sellerId, event, index)) }
}
