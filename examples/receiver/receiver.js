/**
 * A receiver of notifications, in plain JavaScript and without a dependency: what every receiver has to do.
 *
 *   1. Check the secret in `Authorization`: it proves who sends.
 *   2. Check the signature: it proves that the body is what was sent.
 *   3. Process each event once: a notification may arrive again, with the same `idempotencyKey`.
 *   4. Answer 200 within ten seconds; any other answer means that the events come again.
 *
 * Run it with `WEBHOOK_SECRET=whsec_… npm start`; several secrets, with spaces between them, while one is refreshed.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const secrets = (process.env.WEBHOOK_SECRET ?? "").split(" ").filter((secret) => secret !== "")
const port = Number(process.env.PORT ?? 9000)
const largestBody = 4 * 1024 * 1024
const oldestSeconds = 5 * 60

if (secrets.length === 0) {
  console.error("Set WEBHOOK_SECRET to the secret that Create webhook showed")
  process.exit(1)
}

/** Takes the same time however much is right. */
const isEqual = (left, right) => {
  const [a, b] = [Buffer.from(left ?? ""), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Standard Webhooks: HMAC-SHA256 over the id, the timestamp and the body, with the secret's bytes. */
const signatureOf = (secret, headers, body) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
}

const isGenuine = (headers, body) => {
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]))
  return (
    age <= oldestSeconds &&
    secrets.some(
      (secret) =>
        isEqual(headers.authorization, secret) &&
        isEqual(headers["webhook-signature"], signatureOf(secret, headers, body))
    )
  )
}

/** Keys of events that were processed. A real receiver keeps them where its data is, in the same transaction. */
const processed = new Set()

const processEvent = (event) => {
  if (event.test) return console.log(`test event ${event.scope}/${event.type}`)
  console.log(`processing ${event.scope}/${event.type} ${event.idempotencyKey} ${JSON.stringify(event.payload)}`)
}

const readBody = async (request) => {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > largestBody) throw new Error("The body is too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const receive = async (request) => {
  if (request.method !== "POST") return 405
  const body = await readBody(request)
  if (!isGenuine(request.headers, body)) return 401
  for (const event of JSON.parse(body).events) {
    if (processed.has(event.idempotencyKey)) continue
    processEvent(event)
    processed.add(event.idempotencyKey)
  }
  return 200
}

createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      console.error(error)
      response.writeHead(500).end()
    }
  )
}).listen(port, "127.0.0.1", function () {
  console.log(`Receiving at http://127.0.0.1:${this.address().port}/`)
})
