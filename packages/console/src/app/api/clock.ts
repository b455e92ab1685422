/** The time of a sandbox, which only a service in a sandbox has. */
import { request } from "./http/request.ts"

/** `GET /clock` of the operator interface of a sandbox. It is declared where the sandbox is. */
export interface Clock {
  /** An instant. */
  readonly now: string
}

export const getClock = (signal: AbortSignal) => request<Clock>("GET", "/operator/v1/clock", { signal })

/** `duration` is such as `15 minutes`. */
export const advanceClock = (duration: string) =>
  request<Clock>("POST", "/operator/v1/clock/advance", { body: { duration } })
