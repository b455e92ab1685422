/** Everything that runs by itself, a pass at a time: for platforms that call when it is time. */
import { makePass, type Pass, type PassOptions } from "../background/makePass.ts"
import { type JobServices, jobs } from "./jobs.ts"

export const makeBackgroundPass = <R>(options: PassOptions<R>): Pass<JobServices | R> =>
  makePass<JobServices, R>(jobs, options)
