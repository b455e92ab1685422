/** What the primary process and its workers tell each other, over the channel that Node.js opens between them. */
import type { Started } from "../welcome.ts"

/** Which worker a process is, and where it listens. Whoever takes its place has the same number. */
export interface Place {
  readonly number: number
  /** 0 for any that is free: the same one for all workers. */
  readonly port: number
}

export type ToPrimary =
  /** It serves. */
  | { readonly kind: "started"; readonly started: Started }
  /** It cannot start, and ends. */
  | { readonly kind: "failed"; readonly message: string }
  /** It was scraped, and asks for the metrics of all other workers. */
  | { readonly kind: "ask"; readonly scrape: number }
  /** Its metrics, for the worker that asked. */
  | { readonly kind: "metrics"; readonly scrape: number; readonly to: number; readonly text: string }

export type ToWorker =
  /** Who was asked for metrics. */
  | { readonly kind: "asked"; readonly scrape: number; readonly workers: ReadonlyArray<number> }
  /** The metrics of one of them. */
  | { readonly kind: "metrics"; readonly scrape: number; readonly from: number; readonly text: string }
  /** Another worker asks for metrics. */
  | { readonly kind: "ask"; readonly scrape: number; readonly from: number }
