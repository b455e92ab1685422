/** All that goes on without being asked, a pass at a time: for platforms that call when it is time. */
import { type JobServices, jobs } from "./jobs.ts"
import { makePass, type Pass, type PassOptions } from "./makePass.ts"

export const makeBackgroundPass = <R>(options: PassOptions<R>): Pass<JobServices | R> => makePass(jobs, options)
