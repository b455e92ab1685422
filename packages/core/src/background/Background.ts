/** All that goes on without being asked while a process runs: the dispatcher, and every job. Any number of processes may do it. */
import { Layer } from "effect"
import { Dispatcher } from "../delivery/Dispatcher.ts"
import { type JobServices, jobs } from "./jobs.ts"
import { runJobs } from "./runJobs.ts"

/** Runs until the layer's scope closes, and then stops in order. */
export const layer: Layer.Layer<Dispatcher, never, Layer.Services<typeof Dispatcher.layer> | JobServices> = Layer.merge(
  Dispatcher.layer,
  Layer.effectDiscard(runJobs<JobServices>(jobs))
)
