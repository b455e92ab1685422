/** A notification as a receiver saw it: the line that it prints for each. */
import type { Conduct, ReceiverSettings } from "../Settings.ts"

export interface Arrival {
  readonly webhook: number
  /** The id of the attempt. */
  readonly requestId: string
  /** The numbers of its events. */
  readonly events: ReadonlyArray<number>
  /** The name of the process that sent it, and which of its lives, from 0. */
  readonly sender: string
  readonly life: number
  /** Milliseconds since 1970: when it was complete, and when it was answered or its sender had let go. */
  readonly at: number
  readonly until: number
  /** What it answered, whether or not anybody was there to hear it. Absent: nothing. */
  readonly status?: number
  /** What is wrong with it. */
  readonly problem?: string
}

/** What the receiver has to know of a webhook. */
export interface ReceivingWebhook {
  readonly secret: string
  readonly sellerId: string
  readonly conduct: Conduct
}

export interface ReceiverOptions {
  readonly port: number
  readonly seed: number
  /** A file with a list of `ReceivingWebhook`, in their order. */
  readonly webhooks: string
  readonly behaviour: ReceiverSettings
}
