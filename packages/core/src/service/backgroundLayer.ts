/** All that goes on without being asked while a process runs: the dispatcher, and every job. Any number of processes may do it. */
import { Layer } from "effect"
import { runJobs } from "../background/runJobs.ts"
import { Dispatcher } from "../delivery/Dispatcher.ts"
import { type JobServices, jobs } from "./jobs.ts"

/** Runs until the layer's scope closes, and then stops in order. */
export const backgroundLayer = Layer.merge(Dispatcher.layer, Layer.effectDiscard(runJobs<JobServices>(jobs)))
