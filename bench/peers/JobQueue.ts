/** A job queue as the benchmark uses it, to do what the service does: take jobs durably, send each, and record the outcome. */

export interface Job {
  /** Of the sink's URL. */
  readonly path: string
  readonly body: string
}

/** Completes when the receiver has taken it; otherwise the queue has to try again. */
export type Send = (job: Job) => Promise<void>

export interface JobQueue {
  /** Completes when the jobs are as safe as the queue makes them. */
  readonly add: (jobs: ReadonlyArray<Job>) => Promise<unknown>
  /** How many jobs are not recorded as done. */
  readonly left: () => Promise<number>
  readonly close: () => Promise<unknown>
}

export interface JobQueueOptions {
  /** Of the server that stores the jobs. */
  readonly url: string
  readonly send: Send
}
