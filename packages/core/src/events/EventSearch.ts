/** An account's events as the operator looks for them: by type, by what became of them, by key. */
import { Context, DateTime, Effect, Layer, type Option } from "effect"
import type { Viewer } from "../access/Account.ts"
import { formatCursor, type Position } from "../pagination/Cursor.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { EventSelection } from "./EventSelection.ts"
import { EventStore, type EventSummary } from "./EventStore.ts"

// our choice: no answer takes longer than looking at so many events.
const mostSeen = 2000

// our choice: how many are read at once where not every event is wanted.
const readAtOnce = 250

const positionOf = ({ id, time }: EventSummary): Position => ({ id, time: DateTime.toEpochMillis(time) })

const isWanted =
  ({ fate, scope, type }: EventSelection) =>
  (event: EventSummary): boolean =>
    (scope === undefined || event.scope === scope) &&
    (type === undefined || event.type === type) &&
    (fate === undefined || event[fate] > 0)

const takesAll = ({ fate, scope, type }: EventSelection): boolean =>
  fate === undefined && scope === undefined && type === undefined

/** `reached`: the last event that was looked at, where there are more behind it. */
interface Seen {
  readonly found: ReadonlyArray<EventSummary>
  readonly reached: Position | undefined
}

/** A page that ends where looking has ended, and not at the last event that it has. */
const pageOf = (request: TimePageRequest, { found, reached }: Seen): TimePage<EventSummary> => {
  const page = toPage(request, found, positionOf)
  if (reached === undefined || found.length > request.limit) return page
  return { ...page, [request.direction === "older" ? "next" : "prev"]: formatCursor(reached) }
}

export class EventSearch extends Context.Service<
  EventSearch,
  {
    /**
     * Events that are selected, of webhooks that somebody sees, newest first, with what became of them there. A page may
     * have fewer than the limit, or none, and still lead on: looking through many events takes several pages.
     */
    page(
      viewer: Viewer,
      selection: EventSelection,
      request: TimePageRequest
    ): Effect.Effect<TimePage<EventSummary>, StorageError>
    /** The event that has the idempotency key, or the id. */
    withKey(viewer: Viewer, key: string): Effect.Effect<Option.Option<EventSummary>, StorageError>
  }
>()("@sellerkit/core/events/EventSearch") {
  static readonly layer: Layer.Layer<EventSearch, never, EventStore> = Layer.effect(
    EventSearch,
    Effect.map(EventStore, (store) => {
      const look = Effect.fnUntraced(function* (
        viewer: Viewer,
        selection: EventSelection,
        request: TimePageRequest
      ): Effect.fn.Return<Seen, StorageError> {
        const found: Array<EventSummary> = []
        let reached: Position | undefined
        for (let seen = 0; seen < mostSeen && found.length <= request.limit; seen += readAtOnce) {
          const part = { ...request, limit: readAtOnce, ...(reached && { cursor: reached }) }
          const events = yield* store.findInAccount(viewer, selection, part)
          const looked = events.slice(0, readAtOnce)
          found.push(...looked.filter(isWanted(selection)))
          if (events.length <= readAtOnce) return { found, reached: undefined }
          reached = positionOf(looked.at(-1)!)
        }
        return { found, reached }
      })

      return EventSearch.of({
        page: Effect.fn("EventSearch.page")(function* (viewer, selection, request) {
          if (!takesAll(selection)) return pageOf(request, yield* look(viewer, selection, request))
          return toPage(request, yield* store.findInAccount(viewer, selection, request), positionOf)
        }),
        withKey: Effect.fn("EventSearch.withKey")(store.withKey)
      })
    })
  )
}
