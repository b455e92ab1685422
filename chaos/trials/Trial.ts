/** What chaos befalls: one process over SQLite, or a fleet of them over PostgreSQL. */
import type { ChaosService, Started } from "../service/ChaosService.ts"
import type { Outage } from "../evidence/Evidence.ts"
import type { Marketplace } from "../actors/Marketplace.ts"
import type { Pace, Ways } from "../actors/Publisher.ts"

/** Events are being published meanwhile. */
export interface Publishing {
  readonly pace: Pace
  /** Completes as the next publication is sent. */
  readonly nextSent: () => Promise<void>
  readonly finished: Promise<unknown>
}

export interface Trial {
  readonly services: ReadonlyArray<ChaosService>
  readonly outages: ReadonlyArray<Outage>
  /** Starts all of it. Histories are read from the first one that is given. */
  start(): Promise<readonly [Started, ...ReadonlyArray<Started>]>
  ways(apis: ReadonlyArray<Started>): Ways
  /** Until everything is published; then all of it works. */
  disturb(publishing: Publishing): Promise<void>
  /** Whether everything that can be delivered has been, and nothing is to be sent again any more. */
  isDelivered(marketplace: Marketplace): Promise<boolean>
  /** Nothing is sent any more, so that what is read afterwards stays true. */
  settle(): Promise<void>
  /** Numbers of events that the host has rows of. */
  hostRows(): Promise<ReadonlySet<number>>
  /** The jobs that send again. Of one whose beginning was cut off, only the database knows. */
  resends(): Promise<ReadonlyArray<StoredResend>>
  /** What the database shows once nobody uses it: what is wrong, and figures about it. */
  inspect(marketplace: Marketplace): Promise<Inspected>
  /** Stops everything in order. */
  stop(): Promise<void>
  /** However it is. */
  end(): Promise<void>
}

/** What a trial finds when it begins. */
export interface Surroundings {
  /** For files: data, and what is logged. */
  readonly folder: string
  /** The address of the name server that receivers' names are looked up at. */
  readonly nameServer: string
}

export interface StoredResend {
  readonly id: string
  readonly sellerId: string
}

export interface Inspected {
  readonly problems: ReadonlyArray<string>
  readonly figures: ReadonlyArray<readonly [name: string, value: string]>
}
