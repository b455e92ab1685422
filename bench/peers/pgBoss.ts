/** pg-boss, with the settings that made it fastest: large batches, fetched by several workers as long as they are full. */
import { PgBoss } from "pg-boss"
import type { Job, JobQueue, JobQueueOptions } from "./JobQueue.ts"

const queue = "notifications"

const outcomeOf = (id: string, sent: PromiseSettledResult<void>) =>
  sent.status === "fulfilled"
    ? ({ id, status: "completed" } as const)
    : ({ id, status: "failed", output: { reason: String(sent.reason) } } as const)

export const openPgBoss = async ({ send, url }: JobQueueOptions): Promise<JobQueue> => {
  const boss = new PgBoss({ connectionString: url, useListenNotify: true })
  boss.on("error", console.error)
  await boss.start()
  await boss.createQueue(queue, { notify: true, retryLimit: 10, retryBackoff: true })
  const options = { batchSize: 500, localConcurrency: 4, burstWhenBatchFull: true, perJobResults: true } as const
  await boss.work<Job, unknown, typeof options>(queue, options, async (jobs) => {
    const sent = await Promise.allSettled(jobs.map(({ data }) => send(data)))
    return jobs.map(({ id }, index) => outcomeOf(id, sent[index]!))
  })
  return {
    add: (jobs) =>
      boss.insert(
        queue,
        jobs.map((data) => ({ data }))
      ),
    left: async () => {
      const { rows } = await boss
        .getDb()
        .executeSql("select count(*)::integer as count from pgboss.job where name = $1 and state < 'completed'", [
          queue
        ])
      return rows[0].count
    },
    close: () => boss.stop({ graceful: true })
  }
}
