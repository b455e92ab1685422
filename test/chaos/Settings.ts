/** How much chaos there is. */

/** How receivers behave; otherwise they accept at once. */
export interface ReceiverSettings {
  /** The share of requests that are refused, never two of a webhook in a row, and for how many seconds they are. */
  readonly failing: number
  readonly failsFor: number
  /** The share of requests that are accepted late, and how many milliseconds that takes at most. */
  readonly slow: number
  readonly slowest: number
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
  /** Milliseconds for which a process listens until it is killed. Some are killed before they listen. */
  readonly lifetime: readonly [lowest: number, highest: number]
  readonly receiver: ReceiverSettings
  /** Seconds that a claim lasts; absent: as long as it does for everybody. */
  readonly lease?: number
  /** Seconds in which everything has to be delivered once nothing is published and nobody is killed any more. */
  readonly patience: number
}

export const usual: Settings = {
  kills: 20,
  events: 20_000,
  seed: 1,
  sellers: 10,
  webhooks: 8,
  lifetime: [100, 3500],
  receiver: { failing: 0.04, failsFor: 600, slow: 0.1, slowest: 4000 },
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
  receiver: { failing: 0.1, failsFor: 6, slow: 0.3, slowest: 1000 },
  lease: 3,
  patience: 60
}
