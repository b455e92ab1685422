/** The activity of the service's process: as it was in the last hour, and as it goes on. */
import { readArriving, requestAnswer } from "./request.ts"

/** As the server tells it. */
export interface ActivitySample {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Since the process started. */
  readonly accepted: number
  readonly delivered: number
  /** Requests to receivers that failed, by their reasons. */
  readonly failed: Readonly<Record<string, number>>
  /** Upper bounds in seconds, and how many events reached a receiver within each. */
  readonly receipts: ReadonlyArray<readonly [bound: number, events: number]>
  readonly received: number
  /** Absent where the storage cannot tell. */
  readonly waiting?: number
  /** Seconds. */
  readonly overdue?: number
  readonly backingOff?: number
  readonly inFlight?: number
}

const dataIn = (event: string): string =>
  event
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length))
    .join("\n")

/** Reads on behind the sample of `after` (milliseconds) until the service ends the answer. */
export const readActivity = async (
  after: number,
  onSamples: (samples: ReadonlyArray<ActivitySample>) => void,
  signal: AbortSignal
): Promise<void> => {
  const headers = { accept: "text/event-stream", "last-event-id": String(after) }
  let text = ""
  const take = (more: string): void => {
    const events = (text + more).split("\n\n")
    text = events.pop() ?? ""
    if (events.length > 0) onSamples(events.map((event) => JSON.parse(dataIn(event)) as ActivitySample))
  }
  await readArriving(await requestAnswer("GET", "/activity", { headers, signal }), take, signal)
}
