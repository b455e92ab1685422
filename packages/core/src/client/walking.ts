/**
 * One stream for each convention of pages (API Conventions, Pagination conventions). A page is fetched when it is read, and fetched
 * again after a failure of the service and when the rate budget is spent. What a walk promises while rows are inserted and changed
 * is said beside the convention, in `core/pagination`.
 */
import { Effect, Option, Stream } from "effect"
import type { ContinuationPage } from "../pagination/Continuation.ts"
import { patiently } from "./patiently.ts"

/** Tells rows apart: the same text for the same row. */
type KeyOf<A> = (row: A) => string

/** `next`: empty on the last page. */
export const byNext = <A, E, R>(
  fetch: (next: string) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly next: string }, E, R>
): Stream.Stream<A, E, R> =>
  Stream.paginate("", (cursor) =>
    Effect.map(
      patiently(fetch(cursor)),
      ({ items, next }) => [items, Option.liftPredicate(next, (text) => text !== "")] as const
    )
  )

interface OffsetWalk<A, E, R> {
  /** As the request has it: a page with fewer rows is the last one. */
  readonly limit: number
  /** Undefined: others may look the same. */
  readonly keyOf: (row: A) => string | undefined
  readonly fetch: (offset: number) => Effect.Effect<ReadonlyArray<A>, E, R>
}

/** It remembers the keys of all rows, because any may come again. */
export const byOffset = <A, E, R>({ fetch, keyOf, limit }: OffsetWalk<A, E, R>): Stream.Stream<A, E, R> =>
  Stream.suspend(() => {
    const given = new Set<string>()
    const isNew = (row: A): boolean => {
      const key = keyOf(row)
      // To give one twice is better than to lose one.
      return key === undefined || given.size < given.add(key).size
    }
    return Stream.paginate(0, (offset) =>
      Effect.map(patiently(fetch(offset)), (rows) => {
        const next = rows.length < limit ? Option.none() : Option.some(offset + limit)
        return [rows.filter(isNew), next] as const
      })
    )
  })

interface ContinuationWalk<A, E, R> {
  /** Undefined where the status is 204. */
  readonly fetch: (after: number) => Effect.Effect<ContinuationPage<A> | undefined, E, R>
}

/** It ends with `next` of 0, an empty list or 204. */
export const byContinuation = <A, E, R>({ fetch }: ContinuationWalk<A, E, R>): Stream.Stream<A, E, R> =>
  Stream.paginate(0, (after) =>
    Effect.map(patiently(fetch(after)), (page) => {
      const { items, next } = page ?? { items: [], next: 0 }
      const isLast = items.length === 0 || next === 0 || next === after
      return [items, isLast ? Option.none() : Option.some(next)] as const
    })
  )

interface CursorWalk<A, Cursor, E, R> {
  /** As the request has it: a page with fewer rows is the last one. */
  readonly limit: number
  /** Undefined for the first page. The cursor goes into the next request as it came. */
  readonly fetch: (cursor: Cursor | undefined) => Effect.Effect<
    {
      readonly items: ReadonlyArray<A>
      readonly cursor: Cursor & { readonly total: number }
    },
    E,
    R
  >
}

export const byCursor = <A, Cursor, E, R>({ fetch, limit }: CursorWalk<A, Cursor, E, R>): Stream.Stream<A, E, R> =>
  Stream.paginate(undefined as Cursor | undefined, (from) =>
    Effect.map(
      patiently(fetch(from)),
      ({ cursor, items }) =>
        [items, cursor.total < limit ? Option.none() : Option.some<Cursor | undefined>(cursor)] as const
    )
  )

interface ChangeWalk<A, Time, E, R> {
  readonly from: Time
  /** When the row changed, as the next request has it. */
  readonly changedAt: (row: A) => Time
  readonly keyOf: KeyOf<A>
  /** Rows that changed then or later, the first changed first. */
  readonly fetch: (from: Time) => Effect.Effect<ReadonlyArray<A>, E, R>
}

/**
 * A row that changes during the walk comes once more, as it is then. It remembers the keys of the rows of one time, which come again
 * with the next page, and ends where nothing else comes.
 */
export const byChange = <A, Time extends number | string, E, R>(
  walk: ChangeWalk<A, Time, E, R>
): Stream.Stream<A, E, R> => {
  interface Reached {
    readonly time: Time
    /** Of the rows of that time. */
    readonly keys: ReadonlySet<string>
  }

  const begin: Reached = { time: walk.from, keys: new Set() }

  return Stream.paginate(begin, (reached) =>
    Effect.map(patiently(walk.fetch(reached.time)), (rows) => {
      const isKnown = (row: A) => walk.changedAt(row) === reached.time && reached.keys.has(walk.keyOf(row))
      const fresh = rows.filter((row) => !isKnown(row))
      const last = fresh.at(-1)
      if (last === undefined) return [fresh, Option.none()] as const
      const time = walk.changedAt(last)
      const keys = new Set(rows.filter((row) => walk.changedAt(row) === time).map(walk.keyOf))
      return [fresh, Option.some<Reached>({ time, keys })] as const
    })
  )
}
