/** BullMQ, with the settings that made it fastest. The server appends to its file as Redis recommends: once a second. */
import { Queue, Worker } from "bullmq"
import { Redis } from "ioredis"
import type { Job, JobQueue, JobQueueOptions } from "./JobQueue.ts"

const name = "notifications"

export const openBullMq = async ({ send, url }: JobQueueOptions): Promise<JobQueue> => {
  // A worker waits for jobs on a connection, for as long as it takes.
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const queue = new Queue<Job>(name, {
    connection,
    defaultJobOptions: { attempts: 10, backoff: { type: "exponential", delay: 1000 }, removeOnComplete: 1000 }
  })
  const worker = new Worker<Job>(name, ({ data }) => send(data), { connection, concurrency: 100 })
  worker.on("error", console.error)
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  return {
    add: (jobs) => queue.addBulk(jobs.map((data) => ({ name, data }))),
    left: async () => {
      const counts = await queue.getJobCounts("active", "delayed", "failed", "prioritized", "waiting")
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    },
    close: async () => {
      await Promise.all([worker.close(), queue.close()])
      connection.disconnect()
    }
  }
}
