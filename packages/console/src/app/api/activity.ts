/** The activity of the service's process: as it was in the last hour, and as it goes on. */
import { readEvents } from "./http/serverSentEvents.ts"

/** As the server tells it. */
export interface ActivitySample {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whose counts they are: another one for each start of a process. */
  readonly process: string
  /** When it began to count, in milliseconds since 1970. */
  readonly since: number
  /** Since the process started. */
  readonly accepted: number
  readonly delivered: number
  /** Requests to receivers that failed, by their reasons. */
  readonly failed: Readonly<Record<string, number>>
  /** Upper bounds in seconds, and how many events reached a receiver within each. */
  readonly receipts: ReadonlyArray<readonly [bound: number, events: number]>
  readonly received: number
  /** Requests to receivers that are under way. Absent where the process has no dispatcher. */
  readonly inFlight?: number
}

/** Reads on behind the sample of `after` (milliseconds) until the service ends the answer. */
export const readActivity = (
  after: number,
  onSamples: (samples: ReadonlyArray<ActivitySample>) => void,
  signal: AbortSignal
): Promise<void> =>
  readEvents("/activity", { headers: { "last-event-id": String(after) }, signal }, (data) =>
    onSamples(data.map((sample) => JSON.parse(sample) as ActivitySample))
  )
