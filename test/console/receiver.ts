/** Receives notifications, and answers as it is told. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface TestReceiver {
  readonly url: string
  /** Texts of the events that have come, whatever was answered. Several may come in one notification. */
  readonly events: Array<string>
  answer: { readonly status: number; readonly body?: string }
  readonly stop: () => Promise<void>
}

/** As they were sent: a number may have more digits than JavaScript's numbers. */
const eventsIn = (body: string): ReadonlyArray<string> => body.split(/(?="idempotencyKey")/).slice(1)

export const startReceiver = async (): Promise<TestReceiver> => {
  const events: Array<string> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      events.push(...eventsIn(body))
      response.writeHead(receiver.answer.status).end(receiver.answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    answer: { status: 200 },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return receiver
}
