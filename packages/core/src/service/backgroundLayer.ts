/** Everything that runs by itself in a process: the dispatcher, and every job. Any number of processes may run it. */
import { Layer } from "effect"
import { runJobs } from "../background/runJobs.ts"
import { Dispatcher } from "../delivery/dispatcher/Dispatcher.ts"
import { type JobServices, jobs } from "./jobs.ts"

/** Runs until the layer's scope closes, and then stops in order. */
export const backgroundLayer = Layer.merge(Dispatcher.layer, Layer.effectDiscard(runJobs<JobServices>(jobs)))
