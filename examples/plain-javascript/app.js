/**
 * Webhooks in an app of plain JavaScript: promises, an SQLite file, no build.
 *
 * Run it with `TOKEN_SECRET=<at least 32 characters> npm start`.
 */
import { toExpress } from "@sellerkit/adapter-express"
import { createSellerkit, EventsRejected } from "@sellerkit/embed"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import express from "express"

const { DATABASE = "webhooks.db", PORT = "3000", TOKEN_SECRET = "" } = process.env

const sellerkit = await createSellerkit({
  storage: SqliteStorage.layer(DATABASE),
  tokens: { secret: TOKEN_SECRET },
  // Receivers on this machine, while the example is tried out.
  allowedNetworks: ["127.0.0.0/8"]
}).catch((error) => {
  console.error(error.cause === undefined ? error.message : `${error.message}: ${error.cause.message}`)
  process.exit(1)
})

const app = express()
app.use(toExpress(sellerkit))

// Whatever the app does when a product card has changed.
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 handles what they reject with
app.post("/cards/:sellerId/:nmID", express.json(), async (request, response) => {
  const { nmID, sellerId } = request.params
  const event = {
    scope: "content",
    type: "card_changed",
    payload: { ...request.body, nmID: Number(nmID), updatedAt: new Date().toISOString() }
  }
  try {
    const [published] = await sellerkit.publish({ sellerId }, [event])
    response.json({ deliveries: published.deliveries })
  } catch (error) {
    if (!(error instanceof EventsRejected)) throw error
    response.status(400).json({ problems: error.fields })
  }
})

const server = app.listen(Number(PORT), "127.0.0.1", async () => {
  console.log(`The app is at http://127.0.0.1:${server.address().port}`)
  const { token } = await sellerkit.issueToken({ sellerId: "0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11" })
  console.log(`A seller's token: ${token}`)
})

const stop = () => server.close(() => sellerkit.close())
process.once("SIGTERM", stop).once("SIGINT", stop)
