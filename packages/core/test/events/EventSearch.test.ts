/** Looking through events: in pages that lead on, however few of the events are wanted. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { EventId } from "../../src/catalog/NewEvent.ts"
import { EventSearch } from "../../src/events/EventSearch.ts"
import type { EventSelection } from "../../src/events/EventSelection.ts"
import { EventStore, type EventSummary } from "../../src/events/EventStore.ts"
import { parseCursor } from "../../src/pagination/Cursor.ts"
import type { TimePageRequest } from "../../src/pagination/TimePage.ts"
import { at, owner, uuid } from "../fixtures.ts"

const summary = (number: number): EventSummary => ({
  id: EventId.make(uuid(number)),
  idempotencyKey: uuid(number),
  // Several events have the same time.
  time: at(Math.floor(number / 3) * 1000),
  scope: "content",
  type: number % 7 === 0 ? "seldom" : "often",
  test: false,
  waiting: number % 5 === 0 ? 1 : 0,
  delivered: 1,
  dropped: number % 997 === 0 ? 2 : 0
})

const positionOf = ({ id, time }: EventSummary) => ({ id: id as string, time: DateTime.toEpochMillis(time) })

const isBehind = (event: EventSummary, { cursor, direction }: TimePageRequest): boolean => {
  if (cursor === undefined) return true
  const { id, time } = positionOf(event)
  const order = time - cursor.time || (id < cursor.id ? -1 : Number(id > cursor.id))
  return direction === "older" ? order < 0 : order > 0
}

/** A storage of these events, oldest first, that counts what it is asked. */
const storageOf = (events: ReadonlyArray<EventSummary>) => {
  const asked: Array<TimePageRequest> = []
  const layer = Layer.mock(EventStore, {
    findInAccount: (_, __, request) =>
      Effect.sync(() => {
        asked.push(request)
        const travelled = request.direction === "older" ? events.toReversed() : events
        return travelled.filter((event) => isBehind(event, request)).slice(0, request.limit + 1)
      }),
    withKey: () => Effect.succeedNone
  })
  return { asked, layer: Layer.provide(EventSearch.layer, layer) }
}

const everything: EventSelection = { scope: undefined, type: undefined, fate: undefined }

const selections: ReadonlyArray<EventSelection> = [
  everything,
  { ...everything, type: "seldom" },
  { ...everything, scope: "content", fate: "waiting" },
  { ...everything, fate: "dropped" },
  { ...everything, scope: "elsewhere" }
]

const isWanted = ({ fate, scope, type }: EventSelection, event: EventSummary): boolean =>
  (scope === undefined || event.scope === scope) &&
  (type === undefined || event.type === type) &&
  (fate === undefined || event[fate] > 0)

const { sandbox, sellerId } = owner()
const viewer = { sellerId, sandbox }

// Looked at in one answer, a part at a time.
const mostParts = 8

/** All pages from one end to the other, each in the order of travel. */
const walk = Effect.fnUntraced(function* (
  selection: EventSelection,
  limit: number,
  direction: TimePageRequest["direction"],
  asked: Array<TimePageRequest>
) {
  const search = yield* EventSearch
  const pages: Array<ReadonlyArray<EventSummary>> = []
  let cursor: TimePageRequest["cursor"]
  do {
    asked.length = 0
    const page = yield* search.page(viewer, selection, { limit, direction, ...(cursor && { cursor }) })
    assert.isAtMost(page.items.length, limit)
    assert.isAtMost(asked.length, mostParts)
    pages.push(direction === "older" ? page.items : page.items.toReversed())
    cursor = parseCursor(direction === "older" ? page.next : page.prev)
  } while (cursor !== undefined)
  return pages
})

const Bounded = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("looking through events", () => {
  it.effect.prop(
    "gives each event that is wanted once, in their order, and looks at few of the others for one answer",
    [Bounded(0, 5000), Bounded(0, selections.length - 1), Schema.Literals([1, 7, 100, 1000]), Schema.Boolean],
    ([count, selected, limit, isOlder]) => {
      const events = Array.from({ length: count }, (_, number) => summary(number))
      const selection = selections[selected]!
      const { asked, layer } = storageOf(events)
      return Effect.gen(function* () {
        const few = Math.max(limit, Math.ceil(count / 50))
        const pages = yield* walk(selection, few, isOlder ? "older" : "newer", asked)
        const expected = events.filter((event) => isWanted(selection, event))
        assert.deepStrictEqual(pages.flat(), isOlder ? expected.toReversed() : expected)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("leads back from where it ended, although that page is empty", () => {
    const events = Array.from({ length: 6000 }, (_, number) => summary(number))
    const { layer } = storageOf(events)
    return Effect.gen(function* () {
      const search = yield* EventSearch
      const selection = { ...everything, scope: "elsewhere" }
      const first = yield* search.page(viewer, selection, { limit: 10, direction: "older" })
      assert.deepStrictEqual([first.items, first.prev], [[], ""])
      const cursor = parseCursor(first.next)!
      const second = yield* search.page(viewer, everything, { limit: 10, direction: "newer", cursor })
      assert.strictEqual(second.items.at(-1)!.id, uuid(4001), "behind the two thousand newest")
    }).pipe(Effect.provide(layer))
  })
})
