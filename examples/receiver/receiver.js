/**
 * A receiver of notifications, in plain JavaScript and without a dependency: what every receiver has to do.
 *
 *   1. Check the secret in `Authorization`: it proves who sends.
 *   2. Check the signature: it proves that the body is what was sent.
 *   3. Process each event once: it may arrive again, with the same seller and `idempotencyKey`.
 *   4. Answer 200 within ten seconds; any other answer means that the events come again.
 *
 * Run it with `WEBHOOK_SECRET=whsec_… npm start`; several secrets, with spaces between them, while one is refreshed.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const secrets = (process.env.WEBHOOK_SECRET ?? "").split(" ").filter((secret) => secret !== "")
const port = Number(process.env.PORT || 9000)
const largestBody = 4 * 1024 * 1024
const oldestSeconds = 5 * 60

const refuseToStart = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

if (secrets.length === 0) refuseToStart("Set WEBHOOK_SECRET to the secret that Create webhook showed")
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  refuseToStart(`PORT is ${process.env.PORT}: set it to a number from 0 to 65535`)
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

/**
 * Events that were processed. A key is unique only among the events of its seller, so the seller belongs to it. A real
 * receiver keeps both where its data is, in the same transaction.
 */
const processed = new Set()

const processEvent = (sellerId, { idempotencyKey, payload, scope, test, type }) => {
  if (test) return console.log(`test event ${scope}/${type} ${sellerId}`)
  console.log(`processing ${scope}/${type} ${sellerId} ${idempotencyKey} ${JSON.stringify(payload)}`)
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
  const { events, sellerId } = JSON.parse(body)
  for (const event of events) {
    const identity = `${sellerId} ${event.idempotencyKey}`
    if (processed.has(identity)) continue
    processEvent(sellerId, event)
    processed.add(identity)
  }
  return 200
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      console.error(error)
      response.writeHead(500).end()
    }
  )
})
server.on("error", ({ code, message }) =>
  refuseToStart(
    code === "EADDRINUSE"
      ? `Port ${port} is in use: choose another with PORT`
      : `Cannot listen at port ${port}: ${message}`
  )
)
server.listen(port, "127.0.0.1", () => console.log(`Receiving at http://127.0.0.1:${server.address().port}/`))
