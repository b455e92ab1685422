/** The ceiling: the same requests as the service's own, made beforehand and sent with undici's `Agent.dispatch` alone. */
import { Agent, type Dispatcher } from "undici"
import { randomBytes, randomUUID } from "node:crypto"
import { type AcceptedEvent, notificationOf } from "../load/benchEvent.ts"
import { type BenchWebhook, pathOf, secretPrefix, signatureOf } from "../load/benchWebhook.ts"
import { serveCommands } from "../harness/childProcess.ts"
import { now } from "../machine/clock.ts"
import { usage } from "../machine/usage.ts"
import { publicationsOf, type Workload } from "../load/workload.ts"

interface Options {
  readonly url: string
  /** Requests in flight at once. */
  readonly concurrency: number
  readonly workload: Workload
}

interface Prepared {
  readonly webhooks: ReadonlyArray<BenchWebhook>
  readonly events: ReadonlyArray<AcceptedEvent>
}

// As the service's transport has it.
const agent = new Agent({ pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false })

let requests: ReadonlyArray<Dispatcher.DispatchOptions> = []
let concurrency = 1

const makeWebhook = (): BenchWebhook => ({
  sellerId: randomUUID(),
  id: randomUUID(),
  secret: `${secretPrefix}${randomBytes(32).toString("base64")}`
})

const requestFor = (
  origin: string,
  { secret, sellerId }: BenchWebhook,
  event: AcceptedEvent
): Dispatcher.DispatchOptions => {
  const body = notificationOf(sellerId, randomUUID(), [event])
  const timestamp = Math.floor(Date.now() / 1000).toString()
  const headers = {
    "content-type": "application/json",
    "user-agent": "Sellerkit-Webhooks/1",
    authorization: secret,
    "webhook-id": event.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureOf(secret, event.id, timestamp, body)
  }
  return { origin, path: pathOf(event.webhook), method: "POST", headers, body }
}

/** Starts the next request as soon as one is answered, as long as there are any. */
class Sender implements Dispatcher.DispatchHandler {
  private status = 0
  private readonly waiting: Iterator<Dispatcher.DispatchOptions>
  private readonly finished: (error?: Error) => void

  constructor(waiting: Iterator<Dispatcher.DispatchOptions>, finished: (error?: Error) => void) {
    this.waiting = waiting
    this.finished = finished
  }

  next(): void {
    const { done, value } = this.waiting.next()
    if (done === true) this.finished()
    else agent.dispatch(value, this)
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status
  }

  onResponseData(): void {}

  onResponseEnd(): void {
    if (this.status === 200) this.next()
    else this.finished(new Error(`The sink answered ${this.status}`))
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.finished(error)
  }
}

const commands = {
  prepare: ({ concurrency: most, url, workload }: Options): Prepared => {
    const webhooks = Array.from({ length: workload.webhooks }, makeWebhook)
    const events = publicationsOf(workload).flatMap(({ numbers, webhook }) =>
      numbers.map((number): AcceptedEvent => ({ number, id: randomUUID(), webhook, isKeyless: false }))
    )
    requests = events.map((event) => requestFor(url, webhooks[event.webhook]!, event))
    concurrency = most
    return { webhooks, events }
  },
  /** Sends the requests, all of them or as many as are said; gives how many seconds it took. */
  send: async (most: number = requests.length): Promise<number> => {
    const waiting = requests.slice(0, most).values()
    const startedAt = now()
    const sender = () =>
      new Promise<void>((resolve, reject) => {
        const finished = (error?: Error) => (error === undefined ? resolve() : reject(error))
        new Sender(waiting, finished).next()
      })
    await Promise.all(Array.from({ length: concurrency }, sender))
    return (now() - startedAt) / 1000
  },
  usage
}
export type RawSender = typeof commands

serveCommands(commands, () => agent.destroy())
