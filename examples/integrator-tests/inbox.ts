/** What is under test: the part of a CRM that gets buyers' feedback, as a `fetch` handler. */
import { createHmac, timingSafeEqual } from "node:crypto"

export interface Feedback {
  readonly feedbackId: string
  readonly productValuation: number
  readonly text: string
}

export interface InboxOptions {
  /** All that count: several while one is being replaced. */
  readonly secrets: ReadonlyArray<string>
  /** Milliseconds since 1970; tests give it the time of the sandbox. */
  readonly now?: () => number
}

const oldest = 5 * 60 * 1000

const isEqual = (left: string | null, right: string): boolean => {
  const [a, b] = [Buffer.from(left ?? ""), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const signatureOf = (secret: string, headers: Headers, body: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const signed = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
}

export class Inbox {
  /** Whether the database of the CRM answers. */
  isUp = true
  readonly feedback: Array<Feedback> = []
  private readonly handled = new Set<string>()
  private readonly options: InboxOptions

  constructor(options: InboxOptions) {
    this.options = options
  }

  private isGenuine(headers: Headers, body: string): boolean {
    const { now = Date.now, secrets } = this.options
    const isFresh = Math.abs(now() - Number(headers.get("webhook-timestamp")) * 1000) <= oldest
    const signature = headers.get("webhook-signature")
    return isFresh && secrets.some((secret) => isEqual(signature, signatureOf(secret, headers, body)))
  }

  readonly receive = async (request: Request): Promise<Response> => {
    const body = await request.text()
    if (!this.isGenuine(request.headers, body)) return new Response("Who are you?", { status: 401 })
    if (!this.isUp) return new Response("The database is away", { status: 503 })
    const { events, sellerId } = JSON.parse(body)
    for (const { idempotencyKey, payload, test, type } of events) {
      const key = `${sellerId} ${idempotencyKey}`
      if (test || type !== "feedback_updated" || this.handled.has(key)) continue
      this.handled.add(key)
      this.feedback.push(payload)
    }
    return new Response("Thanks")
  }
}
