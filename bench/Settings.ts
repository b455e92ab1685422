/** How large a run is. Every number is shown with the figures. */
import type { Workload } from "./load/workload.ts"

/** A database as the growth benchmark finds it. */
export interface GrowthState {
  /** Events with one recipient and one delivery each: rows of each of the three tables. */
  readonly history: number
  /** Events that wait for webhooks whose receivers are down. */
  readonly pending: number
}

export interface Settings {
  /** The contenders take turns, so many times; each figure is the median. */
  readonly rounds: number
  /** So much of each measurement is done before the clock starts, as a part of it. */
  readonly warmUp: number
  /** (b1) and (b2) in every way of publishing, or only in the first; (disk) in the first and the last. */
  readonly ways: "all" | "first"
  /** (a): requests, to as many paths as (b1) has webhooks. */
  readonly raw: number
  /** (b1): one event per request. */
  readonly single: Workload
  /** (b2): many events per request. */
  readonly batched: Workload
  readonly latency: { readonly rate: number; readonly seconds: number }
  readonly api: {
    readonly webhooks: number
    readonly connections: number
    readonly seconds: number
    /** Seconds before the first round in which each server is asked as well: so long its code still becomes faster. */
    readonly warmUpSeconds: number
  }
  readonly growth: {
    /** The first is what the others are compared with. */
    readonly states: ReadonlyArray<GrowthState>
    readonly single: Workload
    readonly batched: Workload
    /** Pages of each kind per round, and records of one page. */
    readonly pages: number
    readonly pageSize: number
    /** Seconds for which the machine may take to come to rest before each measurement. */
    readonly rest: number
  }
  /** `fresh` and `stuck`: events of two other sellers. */
  readonly fairness: { readonly rate: number; readonly seconds: number; readonly fresh: number; readonly stuck: number }
  /** (r), (rp): rows of one answer, answers at once, and rows of a thousand other sellers in all: each figure for each number. */
  readonly reports: {
    readonly page: number
    readonly answers: number
    readonly otherSellers: number
    readonly sqlite: ReadonlyArray<number>
    readonly postgres: ReadonlyArray<number>
  }
  /** (con): how many events the seller has, each in turn; and how many deliveries a second are followed. */
  readonly console: {
    readonly events: ReadonlyArray<number>
    /** At each view. */
    readonly looks: number
    readonly perSecond: number
    readonly seconds: number
  }
  /** (q): beside job queues. */
  readonly queues: { readonly single: Workload; readonly batched: Workload }
  /** (disk): as many as it takes until what is written once for all of them no longer counts. */
  readonly disk: Settings["queues"]
  /** (w). `objects`: how many there are where there is more than one. */
  readonly edge: {
    readonly objects: number
    readonly single: Omit<Workload, "webhooks">
    readonly batched: Omit<Workload, "webhooks">
    readonly starts: number
  }
  /** (i): how many rows are imported. */
  readonly imports: { readonly rows: number }
  /** Packages of ours that are installed, and processes that import each. */
  readonly size: { readonly packages: ReadonlyArray<string>; readonly imports: number }
  /** `quiet`: seconds after which sessions of PostgreSQL have told what they did. */
  readonly idle: {
    readonly webhooks: number
    readonly quiet: number
    readonly seconds: number
    readonly starts: number
  }
}

/** The same events, each published by a call of its own. */
export const inSingles = (workload: Workload): Workload => ({ ...workload, eventsPerPublication: 1 })

const single: Workload = { webhooks: 1000, events: 40_000, eventsPerPublication: 20, publishers: 64 }
const batched: Workload = { webhooks: 10, events: 100_000, eventsPerPublication: 100, publishers: 64 }

export const usual: Settings = {
  rounds: 5,
  warmUp: 0.1,
  ways: "all",
  raw: 100_000,
  single,
  batched,
  latency: { rate: 50, seconds: 10 },
  api: { webhooks: 1000, connections: 64, seconds: 3, warmUpSeconds: 10 },
  growth: {
    states: [
      { history: 10_000, pending: 0 },
      { history: 100_000, pending: 0 },
      { history: 10_000, pending: 100_000 }
    ],
    single: { ...single, events: 20_000 },
    batched: { ...batched, events: 50_000 },
    pages: 1000,
    pageSize: 100,
    rest: 30
  },
  fairness: { rate: 50, seconds: 20, fresh: 1_000_000, stuck: 100_000 },
  reports: { page: 80_000, answers: 10, otherSellers: 20, sqlite: [0, 200_000], postgres: [0, 200_000] },
  console: { events: [10_000, 100_000], looks: 20, perSecond: 1000, seconds: 10 },
  queues: { single: { ...single, isKeyless: true }, batched: { ...batched, isKeyless: true } },
  disk: {
    single: { ...single, events: 10_000, isKeyless: true },
    batched: { ...batched, events: 30_000, isKeyless: true }
  },
  edge: {
    objects: 100,
    single: { events: 10_000, eventsPerPublication: 1, publishers: 64 },
    batched: { events: 50_000, eventsPerPublication: 100, publishers: 64 },
    starts: 15
  },
  imports: { rows: 100_000 },
  size: { packages: ["core", "embed", "standalone"], imports: 15 },
  idle: { webhooks: 1000, quiet: 12, seconds: 10, starts: 5 }
}

/** Growth, reports and an import up to their full size: takes two hours, and 60 GB of disk. */
export const full: Settings = {
  ...usual,
  imports: { rows: 1_000_000 },
  console: { ...usual.console, events: [10_000, 1_000_000] },
  reports: { ...usual.reports, otherSellers: 1000, sqlite: [0, 2_000_000], postgres: [0, 20_000_000] },
  growth: {
    ...usual.growth,
    states: [
      { history: 10_000, pending: 0 },
      { history: 100_000, pending: 0 },
      { history: 1_000_000, pending: 0 },
      { history: 10_000_000, pending: 0 },
      { history: 10_000, pending: 1_000_000 }
    ]
  }
}
