/** Graphile Worker, with the settings that made it fastest: jobs are fetched ahead of time, and completed together. */
import { Logger, makeWorkerUtils, run } from "graphile-worker"
import type { Job, JobQueue, JobQueueOptions } from "./JobQueue.ts"

const task = "notify"
const concurrentJobs = 200

// It writes a line per job otherwise.
const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message)
})

export const openGraphileWorker = async ({ send, url }: JobQueueOptions): Promise<JobQueue> => {
  const utilities = await makeWorkerUtils({ connectionString: url, logger })
  await utilities.migrate()
  const runner = await run({
    connectionString: url,
    logger,
    noHandleSignals: true,
    preset: {
      worker: { concurrentJobs, localQueue: { size: 1000 }, completeJobBatchDelay: 50 }
    },
    taskList: { [task]: (job) => send(job as Job) }
  })
  return {
    add: (jobs) => utilities.addJobs(jobs.map((payload) => ({ identifier: task, payload }))),
    left: () =>
      utilities.withPgClient(async (client) => {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::integer as count from graphile_worker._private_jobs"
        )
        return rows[0]!.count
      }),
    close: async () => {
      await runner.stop()
      await utilities.release()
    }
  }
}
