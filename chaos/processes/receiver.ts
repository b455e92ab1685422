/**
 * The receiver of all webhooks, as a process of its own: checks who sends and what, answers 200 for the most part, 500 or
 * late at times, or as the webhook's conduct says, and prints each notification as it answers it.
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto"
import { readFileSync } from "node:fs"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Arrival, ReceiverOptions, ReceivingWebhook } from "../actors/Arrival.ts"
import { numberOf, payloadOf } from "../chaosEvent.ts"
import { makeRandom } from "../random.ts"

interface Notification {
  readonly sellerId: string
  readonly requestId: string
  readonly events: ReadonlyArray<{
    readonly id: string
    readonly idempotencyKey: string
    readonly payload: unknown
    readonly test: boolean
  }>
}

const { behaviour, port, seed, webhooks: file } = JSON.parse(process.argv[2]!) as ReceiverOptions
const webhooks = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<ReceivingWebhook>
const randoms = webhooks.map((_, webhook) => makeRandom(seed, webhook))
const failedBefore = new Set<number>()

// As libraries that verify Standard Webhooks have it.
const mostSecondsOff = 300

const isEqual = (left: string | undefined, right: string): boolean => {
  const [given, expected] = [Buffer.from(left ?? ""), Buffer.from(right)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`

/** Of notifications that came before: the events by the name, and the name by the events. */
const eventsNamed = new Map<string, string>()
const nameOf = new Map<string, string>()

/** Whether a notification is called as whatever had the same events was, and nothing that had others. */
const isNamedByEvents = (name: string, { events }: Notification): boolean => {
  const set = hash(
    "sha256",
    events
      .map(({ id }) => id)
      .toSorted()
      .join(),
    "base64"
  )
  const before = [eventsNamed.get(name) ?? set, nameOf.get(set) ?? name]
  eventsNamed.set(name, set)
  nameOf.set(set, name)
  return before[0] === set && before[1] === name
}

const problemOf = (webhook: number, { headers }: IncomingMessage, body: string): string | undefined => {
  const { secret, sellerId } = webhooks[webhook]!
  const header = (name: string): string => String(headers[name])
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")]
  if (!isEqual(headers.authorization, secret)) return "has another secret"
  if (!isEqual(header("webhook-signature"), signatureOf(secret, id, timestamp, body))) return "has another signature"
  const secondsOff = Number(timestamp) - Date.now() / 1000
  if (!(Math.abs(secondsOff) <= mostSecondsOff)) return `has a timestamp that is off by ${Math.round(secondsOff)} s`
  const given = JSON.parse(body) as Notification
  if (given.sellerId !== sellerId) return "is of another seller"
  if (!isNamedByEvents(id, given)) return "has the webhook-id of other events, or another one than before"
  const isWhole = given.events.every(
    ({ idempotencyKey, payload, test }) =>
      !test && JSON.stringify(payload) === JSON.stringify(payloadOf(numberOf(idempotencyKey)))
  )
  return isWhole ? undefined : "has an altered event"
}

interface Decision {
  /** Absent: there is no answer. */
  readonly status?: number
  readonly after: number
}

const flaps = (webhook: number): boolean =>
  Math.floor(performance.now() / (behaviour.flapping * 1000) + webhook) % 2 === 1

const decide = (webhook: number): Decision => {
  const random = randoms[webhook]!
  const { conduct } = webhooks[webhook]!
  const { failing, failsFor, slow, slowest } = behaviour
  const [fails, isSlow, after] = [random.chance(failing), random.chance(slow), random.between(20, slowest)]
  // Nobody finds the way to those that lead nowhere.
  if (conduct === "hangs" || conduct === "leadsNowhere") return { after: 0 }
  if (conduct === "refuses") return { status: 500, after: 0 }
  const mayFail = performance.now() < failsFor * 1000
  if (mayFail && conduct === "flaps" && flaps(webhook)) return { status: 503, after: 0 }
  if (mayFail && fails && !failedBefore.has(webhook)) {
    failedBefore.add(webhook)
    return { status: 500, after: 0 }
  }
  failedBefore.delete(webhook)
  return { status: 200, after: isSlow ? after : 0 }
}

/** Undefined when the sender is killed in the middle of it: then nothing has arrived. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Array<Buffer> = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Until it is to be answered; when that is, or when the sender let go before. */
const untilAnswer = async (response: ServerResponse, { after, status }: Decision): Promise<number> => {
  let closedAt: number | undefined
  const closed = once(response, "close").then(() => (closedAt = Date.now()))
  if (status === undefined) return closed
  if (after > 0) await sleep(after)
  return closedAt ?? Date.now()
}

const server = createServer(async (request, response) => {
  const body = await readBody(request)
  if (body === undefined) return
  const at = Date.now()
  const webhook = Number(request.url!.slice(1))
  const problem = problemOf(webhook, request, body)
  const { events, requestId } = JSON.parse(body) as Notification
  const [sender, life] = String(request.headers["chaos-sender"]).split("/") as [string, string]
  const decision = decide(webhook)
  const until = await untilAnswer(response, decision)
  const { status } = decision
  const numbers = events.map(({ idempotencyKey }) => numberOf(idempotencyKey))
  const arrival: Arrival = {
    webhook,
    requestId,
    events: numbers,
    sender,
    life: Number(life),
    at,
    until,
    ...(status && { status }),
    ...(problem && { problem })
  }
  console.log(JSON.stringify(arrival))
  if (status !== undefined) response.writeHead(status).end()
})
server.listen(port, "127.0.0.1", () => console.log("Receiving"))
process.on("SIGTERM", () => process.exit(0))
