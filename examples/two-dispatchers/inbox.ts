/** Receives for all webhooks of the example: handles each event once, however often it comes. */
import { createReceiver, memoryStore } from "@sellerkit/receiver"
import { toExpress } from "@sellerkit/receiver/express"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

export interface Inbox {
  readonly url: string
  /** Those of the webhooks, as these are created. */
  readonly secrets: Array<string>
  /** Events of all notifications: more than were handled, where some came twice. */
  received: number
  handled: number
  close(): void
}

export const openInbox = async (): Promise<Inbox> => {
  const store = memoryStore()
  const receiver = createReceiver({
    secrets: () => inbox.secrets,
    store: {
      once: (event, handle) => {
        inbox.received += 1
        return store.once(event, handle)
      }
    },
    on: {
      // Whatever is done with an event takes a moment, in which a dispatcher may end.
      "content/card_changed": async () => {
        await setTimeout(20)
        inbox.handled += 1
      }
    }
  })
  const server = createServer(toExpress(receiver)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const inbox: Inbox = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    secrets: [],
    received: 0,
    handled: 0,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
  return inbox
}
