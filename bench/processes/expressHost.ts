/** An Express app with the API in it, over SQLite, as a host mounts it. */
import "effect/schema/SchemaJITCompiler/enable"
import { toExpress } from "@sellerkit/adapter-express"
import { createSellerkit } from "@sellerkit/embed"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import express from "express"
import { randomUUID } from "node:crypto"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serveCommands, startOptions } from "../harness/childProcess.ts"
import { usage } from "../machine/usage.ts"

export interface ExpressHostOptions {
  /** Of the database; its folder is there. */
  readonly file: string
}

const { file } = startOptions<ExpressHostOptions>()
const sellerkit = await createSellerkit({ storage: SqliteStorage.layer(file), tokens: { secret: randomUUID() } })
const app = express()
app.use(toExpress(sellerkit))
const server = await new Promise<Server>((resolve) => {
  const listening = app.listen(0, "127.0.0.1", () => resolve(listening))
})

const createOne = async () => {
  const seller = { sellerId: randomUUID() }
  const [{ id }, { token }] = await Promise.all([
    // Nothing is published, so nothing is sent to this address.
    sellerkit.webhooks.create(seller, { name: "Benchmark", url: "http://receiver.example/", subscriptions: [] }),
    sellerkit.issueToken(seller)
  ])
  return { path: `/api/v1/webhooks/${id}`, token }
}

const commands = {
  port: (): number => (server.address() as AddressInfo).port,
  /** Each of a seller of its own: where it is, and the seller's token. */
  createWebhooks: (count: number) => Promise.all(Array.from({ length: count }, createOne)),
  usage
}
export type ExpressHost = typeof commands

serveCommands(commands, async () => {
  server.closeAllConnections()
  await sellerkit.close()
})
