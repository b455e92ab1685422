/** What was seen from outside: by publishers, by receivers, and in the service's histories. */
import type { Arrival } from "../actors/Arrival.ts"
import type { Life } from "../service/ChaosService.ts"
import type { Marketplace, RecordedDelivery, Resend } from "../actors/Marketplace.ts"
import type { Published } from "../actors/Publisher.ts"
import type { Asked } from "../actors/Resender.ts"

/** An event of a seller's history. */
export interface Stored {
  readonly number: number
  readonly id: string
  /** The place of the seller. */
  readonly seller: number
  /** Milliseconds since 1970. */
  readonly time: number
}

/** Milliseconds since 1970. */
export interface Outage {
  readonly from: number
  readonly until: number
}

export interface Evidence {
  readonly marketplace: Marketplace
  readonly published: Published
  readonly asked: Asked
  /** All jobs that there are, also those that nobody was told of. */
  readonly resends: ReadonlyArray<Resend>
  readonly stored: ReadonlyArray<Stored>
  /** In the order in which they were answered. */
  readonly arrivals: ReadonlyArray<Arrival>
  readonly recorded: ReadonlyArray<RecordedDelivery>
  /** Of each process, by its name. */
  readonly lives: ReadonlyMap<string, ReadonlyArray<Life>>
  /** Milliseconds that a claim lasts. */
  readonly lease: number
  /** When there was no database, or connections to it were cut. */
  readonly outages: ReadonlyArray<Outage>
  /** Numbers of events that the host has rows of, where it publishes in transactions of its own. */
  readonly hostRows: ReadonlySet<number>
}

/** An event at a webhook. */
export type Pair = `${number} at ${number}`
export const pairOf = (event: number, webhook: number): Pair => `${event} at ${webhook}`

/** What breaks it, one sentence each. */
export type Rule = (evidence: Evidence) => ReadonlyArray<string>
