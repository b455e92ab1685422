/** A running service whose OpenAPI documents are put to the test. */
import type { ApiService } from "../api/ApiTarget.ts"

/** Receivers on this machine may be called. */
export interface RunningDescribed extends ApiService {
  readonly operatorKey: string
  stop(): Promise<void>
}

/** What shows that an operation answers with a status, where the run does not: a test, by its file from the root and its title. */
export interface ShownElsewhere {
  readonly file: string
  readonly test: string
}

interface DescribedApiTarget {
  /** Where its document is. */
  readonly path: string
  /** Which of its operations are put to the test; all of them, when absent. */
  readonly only?: RegExp
  /** By operation and status: `tokens.create 409`. Statuses that are reached, or not declared, may not be listed here. */
  readonly elsewhere: Readonly<Record<string, ShownElsewhere>>
}

export interface DescribedTarget {
  readonly name: string
  /** Its share of the random trials and of the wrong requests; 1, when absent. */
  readonly trials?: number
  readonly apis: { readonly seller?: DescribedApiTarget; readonly operator?: DescribedApiTarget }
  start(): Promise<RunningDescribed>
}
