/** Which events are published, and how. */

export interface Workload {
  /** Each is the only webhook of a seller, so that each event goes to one. */
  readonly webhooks: number
  readonly events: number
  /** How many events one call publishes. */
  readonly eventsPerPublication: number
  /** How many calls are under way at once. */
  readonly publishers: number
  /** Publishing twice is not noticed then, and each event's id is its key. */
  readonly isKeyless?: boolean
  /** Of several processes that publish it, the part of one; absent where one publishes all of it. */
  readonly share?: Share
}

/** All publications of some sellers, or some publications of each seller. */
export interface Share {
  readonly nth: number
  readonly of: number
  readonly by: "seller" | "publication"
}

/** Events of one seller that are published together. */
export interface Publication {
  readonly webhook: number
  readonly numbers: ReadonlyArray<number>
  readonly isKeyless: boolean
}

/** `turn`: how often each webhook has had one before. */
const isIn = ({ by, nth, of }: Share, webhook: number, turn: number): boolean =>
  (by === "seller" ? webhook : webhook + turn) % of === nth

/** The webhooks take turns. `first` is the number of the first event. */
export const publicationsOf = (
  { events, eventsPerPublication, isKeyless = false, share, webhooks }: Workload,
  first = 0
): ReadonlyArray<Publication> =>
  Array.from({ length: Math.ceil(events / eventsPerPublication) }, (_, index) => index).flatMap((index) => {
    const webhook = index % webhooks
    if (share !== undefined && !isIn(share, webhook, Math.floor(index / webhooks))) return []
    const start = index * eventsPerPublication
    const length = Math.min(eventsPerPublication, events - start)
    return [{ webhook, numbers: Array.from({ length }, (_, place) => first + start + place), isKeyless }]
  })
