/** A publication before it is written, without repetitions, and what became of it. */
import { type Account, type EventId, IdempotencyConflict, type NewEvent, type PublishedEvent } from "@sellerkit/core"
import { DateTime, Result } from "effect"
import type { AppendedRow, Appending } from "./AppendStatement.ts"

export interface Publication {
  readonly account: Account
  readonly events: ReadonlyArray<NewEvent>
}

/** What became of a publication. */
export interface Appended {
  readonly results: ReadonlyArray<PublishedEvent>
  /** How often an event was dropped at once, because a webhook is not enabled. */
  readonly missed: number
  /** Whether something has to be claimed, of this publication or of another one in its statement. */
  readonly wakes: boolean
}

/** What became of one event of a statement; undefined where it has no receiver. */
interface Stored {
  /** The id of the event that already had its key. */
  readonly knownId?: EventId
  readonly deliveries: number
  readonly missed: number
}

/**
 * What became of each event of a statement, in order; or, where nothing was written, the places of the events that are refused.
 */
type Written =
  | { readonly conflicts: ReadonlySet<number> }
  | { readonly conflicts?: undefined; readonly stored: ReadonlyArray<Stored | undefined>; readonly wakes: boolean }

export const toWritten = (row: AppendedRow, count: number): Written => {
  if (row.conflicts !== null) return { conflicts: new Set(row.conflicts.map((place) => place - 1)) }
  const stored = Array.from({ length: count }, (): Stored | undefined => undefined)
  for (const [index, place] of (row.places ?? []).entries())
    stored[place - 1] = { deliveries: row.deliveries![index]!, missed: row.missed![index]! }
  for (const [index, place] of (row.known_places ?? []).entries())
    stored[place - 1] = {
      knownId: row.known_ids![index] as EventId,
      deliveries: row.known_deliveries![index]!,
      missed: 0
    }
  return { stored, wakes: row.wakes }
}

const keyOf = ({ id, idempotencyKey }: NewEvent): string => idempotencyKey ?? id

const sameContent = (first: NewEvent, event: NewEvent): boolean =>
  first.scope === event.scope &&
  first.type === event.type &&
  first.payload === event.payload &&
  (!event.timeGiven || DateTime.toEpochMillis(first.time) === DateTime.toEpochMillis(event.time))

export const conflictError = (index: number, event: NewEvent): IdempotencyConflict =>
  new IdempotencyConflict({ index, idempotencyKey: keyOf(event) })

/** A publication without repetitions: of events with the same key the first one counts. */
export interface Planned extends Appending, Publication {
  /** Of each event: its place among those that are distinct. */
  readonly places: ReadonlyArray<number>
}

/**
 * Takes the events before the first one whose content differs from that of an earlier event with the same key. Only keys that publishers
 * gave can come up again: nobody knows the id of an event before it is stored.
 */
export const plan = ({ account, events }: Publication): { readonly planned: Planned; readonly conflictAt?: number } => {
  const distinct: Array<NewEvent> = []
  const places: Array<number> = []
  const known = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    const { idempotencyKey: key } = event
    const place = key === undefined ? undefined : known.get(key)
    if (place !== undefined && !sameContent(distinct[place]!, event)) {
      return { planned: { account, events: events.slice(0, index), distinct, places }, conflictAt: index }
    }
    if (place === undefined && key !== undefined) known.set(key, distinct.length)
    places.push(place ?? distinct.push(event) - 1)
  }
  return { planned: { account, events, distinct, places } }
}

type Outcome = Result.Result<Appended, IdempotencyConflict>

/** The outcome of one publication. `first`: the place in the statement at which its distinct events begin. */
export const outcomeOf = ({ distinct, events, places }: Planned, written: Written, first = 0): Outcome => {
  if (written.conflicts !== undefined) {
    const conflict = places.findIndex((place) => written.conflicts.has(first + place))
    return Result.fail(conflictError(conflict, events[conflict]!))
  }
  return Result.succeed({
    results: events.map((event, index) => {
      const place = places[index]!
      const { deliveries = 0, knownId } = written.stored[first + place] ?? {}
      // Of events with one key the first is stored.
      return { id: knownId ?? distinct[place]!.id, idempotencyKey: keyOf(event), deliveries }
    }),
    missed: distinct.reduce((sum, _, index) => sum + (written.stored[first + index]?.missed ?? 0), 0),
    wakes: written.wakes
  })
}
