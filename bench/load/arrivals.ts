/** Whether what arrived at the sink is what was accepted: every event once, signed, byte for byte. */
import { type AcceptedEvent, notificationOf } from "./benchEvent.ts"
import { type BenchWebhook, signatureOf, webhookIn } from "./benchWebhook.ts"
import { headerOf, type HttpMessage } from "./httpMessages.ts"

/** A request that the sink answered. */
export interface Arrival extends HttpMessage {
  /** When it was complete, on the shared clock. */
  readonly at: number
}

export interface Accepted {
  readonly webhooks: ReadonlyArray<BenchWebhook>
  readonly events: ReadonlyArray<AcceptedEvent>
}

interface Notification {
  readonly requestId: string
  readonly events: ReadonlyArray<{ readonly id: string }>
}

export const eventIdsIn = ({ body }: Arrival): ReadonlyArray<string> =>
  (JSON.parse(body.toString("utf8")) as Notification).events.map(({ id }) => id)

const isSigned = (arrival: Arrival, { secret }: BenchWebhook, body: string): boolean => {
  const id = headerOf(arrival, "webhook-id") ?? ""
  const timestamp = headerOf(arrival, "webhook-timestamp") ?? ""
  return (
    headerOf(arrival, "authorization") === secret &&
    headerOf(arrival, "webhook-signature") === signatureOf(secret, id, timestamp, body)
  )
}

/** What is wrong with one request; undefined when nothing is. */
const problemOf = (
  arrival: Arrival,
  webhook: BenchWebhook | undefined,
  events: ReadonlyArray<AcceptedEvent | undefined>
): string | undefined => {
  const place = webhookIn(arrival.head)
  if (webhook === undefined || events.some((event) => event?.webhook !== place)) return "not for this webhook"
  const body = arrival.body.toString("utf8")
  const { requestId } = JSON.parse(body) as Notification
  if (body !== notificationOf(webhook.sellerId, requestId, events as ReadonlyArray<AcceptedEvent>)) return "altered"
  return isSigned(arrival, webhook, body) ? undefined : "not signed as it should be"
}

/** Everything that is wrong, one sentence each; empty when every event arrived exactly as it was accepted, and once. */
export const arrivalProblems = (arrivals: ReadonlyArray<Arrival>, accepted: Accepted): ReadonlyArray<string> => {
  const byId = new Map(accepted.events.map((event) => [event.id, event]))
  const times = new Map<string, number>()
  const problems: Array<string> = []
  for (const arrival of arrivals) {
    const ids = eventIdsIn(arrival)
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
    const events = ids.map((id) => byId.get(id))
    const problem = problemOf(arrival, accepted.webhooks[webhookIn(arrival.head)], events)
    if (problem !== undefined) problems.push(`The request with event ${ids[0]} is ${problem}`)
  }
  for (const { id, number } of accepted.events) {
    const count = times.get(id) ?? 0
    if (count !== 1) problems.push(`Event ${number} (${id}) arrived ${count === 0 ? "never" : `${count} times`}`)
  }
  return problems
}
