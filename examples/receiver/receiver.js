/**
 * A receiver of notifications: `@sellerkit/receiver` on a server of Node.js, which remembers in a file what it has processed.
 *
 * Run it with `WEBHOOK_SECRET=whsec_… npm start`; several secrets, with spaces between them, while one is refreshed.
 */
import { createReceiver } from "@sellerkit/receiver"
import { toExpress } from "@sellerkit/receiver/express"
import { sqlStore } from "@sellerkit/receiver/sql"
import { createServer } from "node:http"
import { DatabaseSync } from "node:sqlite"

const secrets = (process.env.WEBHOOK_SECRET ?? "").split(" ").filter((secret) => secret !== "")
const port = Number(process.env.PORT || 9000)

const refuseToStart = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

if (secrets.length === 0) refuseToStart("Set WEBHOOK_SECRET to the secret that Create webhook showed")
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  refuseToStart(`PORT is ${process.env.PORT}: set it to a number from 0 to 65535`)
}

const database = new DatabaseSync(process.env.DATABASE || "receiver.db")
const store = sqlStore({
  dialect: "sqlite",
  run: (statement, parameters) => database.prepare(statement).all(...parameters)
})
await store.createTable()

const show = (what, { idempotencyKey, name, payload, sellerId }) =>
  console.log(`${what} ${name} ${sellerId} ${idempotencyKey} ${JSON.stringify(payload)}`)

const receiver = createReceiver({
  secrets,
  store,
  on: {
    "content/card_changed": (event) => show("processing", event)
  },
  onTest: (event) => show("test event", event),
  onOther: (event) => show("nothing to do for", event)
})

const server = createServer(toExpress(receiver))
server.on("error", ({ code, message }) =>
  refuseToStart(
    code === "EADDRINUSE"
      ? `Port ${port} is in use: choose another with PORT`
      : `Cannot listen at port ${port}: ${message}`
  )
)
server.listen(port, "127.0.0.1", () => console.log(`Receiving at http://127.0.0.1:${server.address().port}/`))
