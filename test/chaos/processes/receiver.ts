/**
 * The receiver of all webhooks, as a process of its own: checks who sends and what, answers 200 for the most part, 500 or
 * late at times, and prints each notification as it answers it.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Arrival, ReceiverOptions } from "../Arrival.ts"
import { numberOf, payloadOf } from "../chaosEvent.ts"
import { makeRandom } from "../random.ts"

interface Notification {
  readonly sellerId: string
  readonly requestId: string
  readonly events: ReadonlyArray<{ readonly idempotencyKey: string; readonly payload: unknown; readonly test: boolean }>
}

const { behaviour, port, seed, webhooks: file } = JSON.parse(process.argv[2]!) as ReceiverOptions
const webhooks = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<{
  readonly secret: string
  readonly sellerId: string
}>
const randoms = webhooks.map((_, webhook) => makeRandom(seed, webhook))
const failedBefore = new Set<number>()

const isEqual = (left: string | undefined, right: string): boolean => {
  const [given, expected] = [Buffer.from(left ?? ""), Buffer.from(right)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`

const problemOf = (webhook: number, { headers }: IncomingMessage, body: string): string | undefined => {
  const { secret, sellerId } = webhooks[webhook]!
  const header = (name: string): string => String(headers[name])
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")]
  if (!isEqual(headers.authorization, secret)) return "has another secret"
  if (!isEqual(header("webhook-signature"), signatureOf(secret, id, timestamp, body))) return "has another signature"
  const given = JSON.parse(body) as Notification
  if (given.sellerId !== sellerId) return "is of another seller"
  if (given.requestId !== id) return "has another id than its header"
  const isWhole = given.events.every(
    ({ idempotencyKey, payload, test }) =>
      !test && JSON.stringify(payload) === JSON.stringify(payloadOf(numberOf(idempotencyKey)))
  )
  return isWhole ? undefined : "has an altered event"
}

const decide = (webhook: number): { readonly status: number; readonly after: number } => {
  const random = randoms[webhook]!
  const { failing, failsFor, slow, slowest } = behaviour
  const [fails, isSlow, after] = [random.chance(failing), random.chance(slow), random.between(20, slowest)]
  if (fails && !failedBefore.has(webhook) && performance.now() < failsFor * 1000) {
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

const server = createServer(async (request, response) => {
  const body = await readBody(request)
  if (body === undefined) return
  const at = Date.now()
  const webhook = Number(request.url!.slice(1))
  const problem = problemOf(webhook, request, body)
  const { events, requestId } = JSON.parse(body) as Notification
  const { after, status } = decide(webhook)
  if (after > 0) await sleep(after)
  const numbers = events.map(({ idempotencyKey }) => numberOf(idempotencyKey))
  const arrival: Arrival = { webhook, requestId, events: numbers, at, status, ...(problem && { problem }) }
  console.log(JSON.stringify(arrival))
  response.writeHead(status).end()
})
server.listen(port, "127.0.0.1", () => console.log("Receiving"))
process.on("SIGTERM", () => process.exit(0))
