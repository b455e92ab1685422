/** A job queue that sends jobs to the sink, in a process of its own as the service is. */
import { Agent } from "undici"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { notificationOf } from "../load/benchEvent.ts"
import { type BenchWebhook, pathOf } from "../load/benchWebhook.ts"
import { serveCommands, startOptions } from "../harness/childProcess.ts"
import { now } from "../machine/clock.ts"
import { openBareQueue } from "../peers/bareQueue.ts"
import { openBullMq } from "../peers/bullMq.ts"
import { openGraphileWorker } from "../peers/graphileWorker.ts"
import type { JobQueue, Send } from "../peers/JobQueue.ts"
import { openPgBoss } from "../peers/pgBoss.ts"
import { type Publish, publishCommands } from "../load/publishing.ts"
import { usage } from "../machine/usage.ts"

const queues = { bareQueue: openBareQueue, bullMq: openBullMq, graphileWorker: openGraphileWorker, pgBoss: openPgBoss }

export type JobQueueName = keyof typeof queues

interface JobQueueProcessOptions {
  readonly name: JobQueueName
  /** Of the server that stores the jobs. */
  readonly url: string
  /** Of the sink. */
  readonly sink: string
}

const { name, sink, url } = startOptions<JobQueueProcessOptions>()

// As the service's transport has it, but with as many connections as made the queues fastest, of 64, 128 and 512.
const agent = new Agent({ pipelining: 1, connections: 64, headersTimeout: 0, bodyTimeout: 0, allowH2: false })
const headers = { "content-type": "application/json" }

const jobs = { added: 0, sent: 0 }

const send: Send = ({ body, path }) =>
  new Promise((resolve, reject) => {
    let status = 0
    agent.dispatch(
      { origin: sink, path, method: "POST", headers, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, code) => {
          status = code
        },
        onResponseData: () => {},
        onResponseEnd: () => {
          if (status !== 200) return reject(new Error(`The sink answered ${status}`))
          jobs.sent++
          resolve()
        },
        onResponseError: (_controller, error) => reject(error)
      }
    )
  })

const queue: JobQueue = await queues[name]({ url, send })
let webhooks: ReadonlyArray<BenchWebhook> = []

const publish: Publish = async ({ isKeyless, numbers, webhook }) => {
  const events = numbers.map((number) => ({ number, id: randomUUID(), webhook, isKeyless }))
  jobs.added += events.length
  await queue.add(
    events.map((event) => ({
      path: pathOf(webhook),
      body: notificationOf(webhooks[webhook]!.sellerId, randomUUID(), [event])
    }))
  )
  return events.map(({ id }) => id)
}

const commands = {
  /** There is nothing to create: a job names its receiver. */
  createWebhooks: (count: number): ReadonlyArray<BenchWebhook> =>
    (webhooks = Array.from({ length: count }, () => ({ sellerId: randomUUID(), id: randomUUID(), secret: "" }))),
  ...publishCommands(publish),
  /** Completes when every job is recorded as done; gives when that was, on the shared clock. */
  settled: async (): Promise<number> => {
    // Asking the queue costs it time, and there is no need to as long as jobs have not even been sent.
    while (jobs.sent < jobs.added) await sleep(2)
    while ((await queue.left()) > 0) await sleep(2)
    return now()
  },
  usage
}
export type JobQueueProcess = typeof commands

serveCommands(commands, async () => {
  await queue.close()
  await agent.destroy()
})
