/**
 * A shop that was there before: Express, its own tables in PostgreSQL, its own sessions. Sellers manage their webhooks below
 * `/seller-api`, and hear of every order that is placed.
 *
 * Run it with `DATABASE_URL=postgres://… npm start`.
 */
import { keepBody, toExpress } from "@sellerkit/adapter-express"
import { createSellerkit } from "@sellerkit/embed"
import * as PgStorage from "@sellerkit/storage-pg"
import express, { type Request } from "express"
import { Pool } from "pg"
import { catalog } from "./catalog.ts"
import { prepareTables, sellerOf } from "./database.ts"
import { placeOrder } from "./orders.ts"

const { ALLOWED_NETWORKS = "", DATABASE_URL = "", PORT = "3000" } = process.env
if (DATABASE_URL === "") {
  console.error("Set DATABASE_URL to a PostgreSQL database, such as postgres://localhost/shop")
  process.exit(1)
}

const pool = new Pool({ connectionString: DATABASE_URL })
await prepareTables(pool)

const sellerkit = await createSellerkit({
  storage: PgStorage.layerUrl(DATABASE_URL),
  catalog,
  // Receivers on this machine, while the example is tried out.
  allowedNetworks: ALLOWED_NETWORKS.split(",").filter((network) => network !== "")
})

/** The session of the shop's own sign-in. */
const authenticate = async (request: Request) => {
  const sellerId = await sellerOf(pool, request.get("x-session"))
  return sellerId === undefined ? undefined : { sellerId }
}

const app = express()
app.use(express.json({ limit: "1mb", verify: keepBody }))

// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 handles what they reject with
app.post("/orders", async (request, response) => {
  const { product, quantity, sellerId } = request.body
  const orderId = await placeOrder(pool, { sellerId, product, quantity })
  if (orderId === undefined) response.status(409).json({ problem: `There are not ${quantity} of ${product}` })
  else response.status(201).json({ orderId })
})

app.use("/seller-api", toExpress(sellerkit, { authenticate, fallThrough: false }))

const server = app.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address()
  console.log(`The shop is at http://127.0.0.1:${typeof address === "object" ? address?.port : PORT}`)
})

/** Requests first, then what is being delivered, then the shop's own connections. */
const stop = () =>
  server.close(async () => {
    await sellerkit.close()
    await pool.end()
  })
process.once("SIGTERM", stop).once("SIGINT", stop)
