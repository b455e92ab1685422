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
}

/** Events of one seller that are published together. */
export interface Publication {
  readonly webhook: number
  readonly numbers: ReadonlyArray<number>
  readonly isKeyless: boolean
}

/** The webhooks take turns. `first` is the number of the first event. */
export const publicationsOf = (
  { events, eventsPerPublication, isKeyless = false, webhooks }: Workload,
  first = 0
): ReadonlyArray<Publication> =>
  Array.from({ length: Math.ceil(events / eventsPerPublication) }, (_, index) => {
    const start = index * eventsPerPublication
    const length = Math.min(eventsPerPublication, events - start)
    const numbers = Array.from({ length }, (_, place) => first + start + place)
    return { webhook: index % webhooks, numbers, isKeyless }
  })
