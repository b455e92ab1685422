/** A notification as a receiver saw it: the line that it prints for each. */
import type { ReceiverSettings } from "./Settings.ts"

export interface Arrival {
  readonly webhook: number
  /** The id of the attempt. */
  readonly requestId: string
  /** The numbers of its events. */
  readonly events: ReadonlyArray<number>
  /** Milliseconds since 1970. */
  readonly at: number
  /** What it answered, whether or not anybody was there to hear it. */
  readonly status: number
  /** What is wrong with it. */
  readonly problem?: string
}

export interface ReceiverOptions {
  readonly port: number
  readonly seed: number
  /** A file with the secrets of webhooks and the ids of their sellers, in their order. */
  readonly webhooks: string
  readonly behaviour: ReceiverSettings
}
