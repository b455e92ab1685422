/** Express apps on ports of their own, with the API somewhere in them. */
import { createSellerkit, type SellerkitOptions } from "@sellerkit/embed"
import * as MemoryStorage from "@sellerkit/storage-memory"
import express5 from "express"
import express4 from "express4"
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

export type Express = typeof express5
export type Application = ReturnType<Express>

export const versions: ReadonlyArray<readonly [name: string, express: Express]> = [
  // Its types are narrower than those of 5 in what the tests do not use.
  ["Express 4", express4 as unknown as Express],
  ["Express 5", express5]
]

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly server: Server
  stop(): Promise<void>
}

export const listen = async (app: Application): Promise<RunningServer> => {
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    stop: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** A service in memory, with receivers on this machine. */
export const startSellerkit = (options: Partial<SellerkitOptions<any>> = {}) =>
  createSellerkit({
    storage: MemoryStorage.layer,
    tokens: { secret: "a secret of at least thirty-two characters" },
    allowedNetworks: ["127.0.0.0/8"],
    log: () => {},
    ...options
  })
