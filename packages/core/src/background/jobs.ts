/** All jobs. Nobody else names one: whatever runs them runs these. */
import { Duration, type Effect } from "effect"
import { Resends } from "../delivery/Resends.ts"
import * as Retention from "../retention/Retention.ts"
import type { Job } from "./Job.ts"

const list = [
  {
    name: "resends",
    step: Resends.use(({ step }) => step),
    awaitWork: Resends.use(({ awaitWork }) => awaitWork),
    problem: "Events could not be sent again; it is tried once more",
    retryAfter: Duration.seconds(1),
    feedsDelivery: true
  },
  {
    name: "retention",
    step: Retention.step,
    problem: "Old records could not be removed; it is tried again",
    retryAfter: Duration.minutes(10)
  }
] as const satisfies ReadonlyArray<Job<unknown>>

/** What their steps need. */
export type JobServices = Effect.Services<(typeof list)[number]["step"]>

/** In the order in which a pass does them. */
export const jobs: ReadonlyArray<Job<JobServices>> = list
