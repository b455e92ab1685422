/**
 * One process that serves the API, two that deliver, and one PostgreSQL between them. One of the two is killed in the middle, and
 * everything arrives all the same.
 *
 * Run it with `npm start`, or with a database of yours: `DATABASE_URL=postgres://… npm start`.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { openDatabase } from "./database.ts"
import { openInbox } from "./inbox.ts"
import { createWebhook, figuresOf, publish } from "./operator.ts"
import { runSellerkit, startSellerkit } from "./sellerkit.ts"

// So that what is started here ends with this process.
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143))

const sellers = Array.from({ length: 20 }, () => randomUUID())
const eventsPerPublication = 5
const publications = 200
const events = eventsPerPublication * publications

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + 90_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`After 90 seconds it is not so that ${what}`)
    await setTimeout(20)
  }
}

const play = async (): Promise<void> => {
  const database = await openDatabase()
  const operatorKey = randomBytes(32).toString("base64url")
  const forAll = {
    SELLERKIT_DATABASE: database.url,
    SELLERKIT_OPERATOR_KEY: operatorKey,
    SELLERKIT_SECRET_KEYS: `example:${randomBytes(32).toString("base64")}`,
    // The receiver is on this machine.
    SELLERKIT_ALLOWED_NETWORKS: "127.0.0.0/8"
  }

  await runSellerkit("migrate", { SELLERKIT_DATABASE: database.url })
  console.log("The database is ready")

  const [api, first, second] = await Promise.all([
    startSellerkit(["serve", "--api-only"], {
      ...forAll,
      SELLERKIT_TOKEN_SECRET: randomBytes(32).toString("base64url")
    }),
    startSellerkit(["dispatch"], forAll),
    startSellerkit(["dispatch"], forAll)
  ])
  console.log(`The API is at ${api.address}, the dispatchers are at ${first.address} and ${second.address}`)

  const inbox = await openInbox()
  for (const seller of sellers) inbox.secrets.push(await createWebhook(api.address, operatorKey, seller, inbox.url))

  const publishAll = async (): Promise<void> => {
    for (let count = 0; count < publications; count++) {
      await publish(api.address, operatorKey, sellers[count % sellers.length]!, eventsPerPublication)
    }
  }

  const published = publishAll()
  await until("the second dispatcher delivers, and half of everything has arrived", async () => {
    return inbox.handled >= events / 2 && (await figuresOf(second.address, operatorKey)).delivered > 0
  })
  await second.kill()
  console.log(`The second dispatcher was killed when ${inbox.handled} of ${events} events had arrived`)
  console.log("What it had at hand goes to the first one when its lease is over, after half a minute at most")

  await published
  await until("every event has been handled, and that is recorded", async () => {
    return inbox.handled === events && (await figuresOf(first.address, operatorKey)).waiting === 0
  })
  const { delivered } = await figuresOf(first.address, operatorKey)
  console.log(`All ${events} events were handled, each once`)
  console.log(`The first dispatcher delivered ${delivered}, the second one ${inbox.received - delivered}`)
  console.log(
    `${inbox.received - events} came twice: they had arrived when the second one was killed, which nobody had recorded`
  )

  await first.stop()
  await api.stop()
  inbox.close()
  await database.close()
}

try {
  await play()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
