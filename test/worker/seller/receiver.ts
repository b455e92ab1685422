/** A receiver of notifications on this machine. */
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

export interface Notification {
  readonly events: ReadonlyArray<{ readonly idempotencyKey: string; readonly type: string; readonly payload: any }>
}

export interface Receiver {
  readonly url: string
  readonly notifications: ReadonlyArray<Notification>
  /** The events that came, in order, as often as they came. */
  readonly keys: ReadonlyArray<string>
  stop(): void
}

/** `answer` may leave a request without an answer. */
export const startReceiver = async (
  answer: (response: ServerResponse, notification: Notification) => void = (response) => void response.end()
): Promise<Receiver> => {
  const notifications: Array<Notification> = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      notifications.push(body as Notification)
      answer(response, body as Notification)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    notifications,
    get keys() {
      return notifications.flatMap(({ events }) => events.map(({ idempotencyKey }) => idempotencyKey))
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
