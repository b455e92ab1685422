/** Which records give jobs something to do. It is for storages, which know when, but know neither jobs nor features. */
import type { Job } from "../background/Job.ts"
import type { RetentionRule } from "../retention/RetentionRule.ts"
import { jobs } from "./jobs.ts"
import { retentionRules } from "./tables.ts"

export interface RecordWork {
  /** Collections whose due records are for a job, by the job's name. */
  readonly due: Readonly<Record<string, string>>
  /** Collections whose old records are removed, by the name of the rule. */
  readonly old: Readonly<Record<string, string>>
}

type OverCollections = Readonly<Record<string, Pick<Job<unknown> | RetentionRule<unknown>, "collection">>>

const collectionsOf = (named: OverCollections): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, { collection }]) =>
      collection === undefined ? [] : [[name, collection.name]]
    )
  )

/** The record work of all jobs and rules. */
export const recordWork: RecordWork = {
  due: collectionsOf(Object.fromEntries(jobs.map((job) => [job.name, job]))),
  old: collectionsOf(retentionRules)
}
