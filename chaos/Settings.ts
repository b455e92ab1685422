/** How much chaos there is. */
import { defaultDispatcherOptions } from "@sellerkit/core/delivery"
import { Duration } from "effect"

/**
 * What a webhook's receiver does with notifications. The last three never accept one; the name of the very last is an alias
 * of one without an address.
 */
export type Conduct = "accepts" | "flaps" | "refuses" | "hangs" | "leadsNowhere"

export const isHopeless = (conduct: Conduct): boolean => conduct !== "accepts" && conduct !== "flaps"

/** How receivers behave; otherwise they accept at once. */
export interface ReceiverSettings {
  /** The share of requests that are refused, never two of a webhook in a row, and for how many seconds they are. */
  readonly failing: number
  readonly failsFor: number
  /** Seconds for which those that flap accept, and refuse, in turn, as long as any fail. */
  readonly flapping: number
  /** The share of requests that are accepted late, and how many milliseconds that takes at most. */
  readonly slow: number
  readonly slowest: number
}

/** Jobs that send events of a webhook again. */
export interface ResendSettings {
  /** How many are asked for. */
  readonly jobs: number
  /** Each takes seconds, and less than a lease, so that what the last kill leaves is not woken by one of them. */
  readonly eventsPerSecond: readonly [lowest: number, highest: number]
}

/** Many processes over one PostgreSQL, in place of one process over SQLite. */
export interface FleetSettings {
  /** Processes that answer calls, processes that deliver, and processes that do both and carry what they are given. */
  readonly apis: number
  readonly dispatchers: number
  readonly whole: number
  /** How often PostgreSQL ends as in a crash, and is started again. */
  readonly crashes: number
  /** How often a process that delivers stands still for longer than its leases last, and then goes on. */
  readonly stalls: number
  /** The share of kills after which connections are cut as well. */
  readonly cutting: number
  /** The share of publications that are made in SQL, with rows of the host's own. */
  readonly throughSql: number
  /** Milliseconds by which the clock of one dispatcher is wrong. */
  readonly clockError: number
}

export interface Settings {
  readonly kills: number
  /** In publications that are repeated until they are acknowledged. */
  readonly events: number
  /** Repeats what is decided at random; when what happens, the machine decides. */
  readonly seed: number
  readonly sellers: number
  /** Of each seller; one more is disabled. */
  readonly webhooks: number
  /** Those of the webhooks, which take turns. */
  readonly conducts: ReadonlyArray<Conduct>
  /** Milliseconds for which a process listens until it is killed. Some are killed before they listen. */
  readonly lifetime: readonly [lowest: number, highest: number]
  readonly receiver: ReceiverSettings
  readonly resends: ResendSettings
  /** Seconds that a claim lasts; absent: as long as it does for everybody. */
  readonly lease?: number
  /** Seconds in which everything has to be delivered once nothing is published and nobody is killed any more. */
  readonly patience: number
  readonly fleet?: FleetSettings
}

/** Milliseconds that a claim lasts. */
export const leaseOf = ({ lease }: Settings): number =>
  lease === undefined ? Duration.toMillis(defaultDispatcherOptions.lease) : lease * 1000

const accepting = (count: number): ReadonlyArray<Conduct> => Array.from({ length: count }, () => "accepts")

export const usual: Settings = {
  kills: 20,
  events: 20_000,
  seed: 1,
  sellers: 10,
  webhooks: 8,
  conducts: [...accepting(6), "leadsNowhere", ...accepting(4)],
  lifetime: [100, 3500],
  receiver: { failing: 0.04, failsFor: 600, flapping: 0, slow: 0.1, slowest: 4000 },
  resends: { jobs: 40, eventsPerSecond: [200, 2000] },
  patience: 180
}

/** For a test that has to be quick: half a minute after each kill is too long. */
export const quick: Settings = {
  ...usual,
  kills: 3,
  events: 1000,
  sellers: 4,
  webhooks: 4,
  lifetime: [100, 1200],
  receiver: { failing: 0.1, failsFor: 6, flapping: 0, slow: 0.3, slowest: 1000 },
  resends: { jobs: 20, eventsPerSecond: [80, 300] },
  lease: 3,
  patience: 60
}

/** Five hundred webhooks, besides those that are disabled. */
export const usualFleet: Settings = {
  ...usual,
  kills: 60,
  events: 200_000,
  sellers: 125,
  webhooks: 4,
  conducts: [
    ...accepting(7),
    "refuses",
    ...accepting(5),
    "flaps",
    ...accepting(4),
    "hangs",
    ...accepting(3),
    "flaps",
    "leadsNowhere"
  ],
  lifetime: [1500, 5000],
  receiver: { failing: 0.02, failsFor: 150, flapping: 12, slow: 0.05, slowest: 4000 },
  resends: { jobs: 200, eventsPerSecond: [50, 1000] },
  patience: 600,
  fleet: {
    apis: 1,
    dispatchers: 2,
    whole: 2,
    crashes: 3,
    stalls: 5,
    cutting: 0.3,
    throughSql: 0.25,
    clockError: 3600_000
  }
}

export const quickFleet: Settings = {
  ...usualFleet,
  kills: 5,
  events: 2000,
  sellers: 12,
  conducts: ["accepts", "accepts", "refuses", "accepts", "flaps", "hangs", "leadsNowhere", "accepts"],
  lifetime: [200, 1000],
  receiver: { failing: 0.05, failsFor: 5, flapping: 2, slow: 0.1, slowest: 1000 },
  resends: { jobs: 24, eventsPerSecond: [20, 200] },
  // As long as a request may take, and little longer.
  lease: 11,
  patience: 60,
  fleet: { ...usualFleet.fleet!, crashes: 1, stalls: 1, cutting: 0.5 }
}
