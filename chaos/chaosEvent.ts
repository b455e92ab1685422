/** The events that are published. Everything about one follows from its number, so that whoever gets it can check it. */

const types = [
  { scope: "content", event: "card_changed" },
  { scope: "questionsandfeedback", event: "feedback_updated" }
] as const

export type Subscription = (typeof types)[number]

/** Which events a webhook hears about: of the first type, of the second, or of both. */
export const subscriptionsOf = (webhook: number): ReadonlyArray<Subscription> =>
  types.filter((_, type) => webhook % 3 !== type)

const typeOf = (number: number): Subscription => types[number % types.length]!

export const isFor = (number: number, subscriptions: ReadonlyArray<Subscription>): boolean =>
  subscriptions.includes(typeOf(number))

const prefix = "chaos-"
const keyOf = (number: number): string => `${prefix}${number}`
/** Not a number for the key of another event. */
export const numberOf = (key: string): number =>
  key.startsWith(prefix) ? Number(key.slice(prefix.length)) : Number.NaN

const time = "2026-01-15T09:30:00.000Z"

export const payloadOf = (number: number): object =>
  number % types.length === 0
    ? { nmID: number, vendorCode: keyOf(number), updatedAt: time }
    : {
        feedbackId: keyOf(number),
        nmID: number,
        productValuation: (number % 5) + 1,
        text: "Fits well",
        createdAt: time,
        updatedAt: time
      }

/** As the operator interface takes it. */
export interface EventInput extends Record<"idempotencyKey" | "scope" | "type", string> {
  readonly payload: unknown
}

export const eventInput = (number: number): EventInput => {
  const { event, scope } = typeOf(number)
  return { scope, type: event, payload: payloadOf(number), idempotencyKey: keyOf(number) }
}
