/** Change history on PostgreSQL. */
import { HistoryEntry, HistoryStore, type TimePageRequest } from "@sellerkit/core"
import { Effect, Layer, Option, Schema } from "effect"
import { PgDatabase, type Statements } from "./PgDatabase.ts"
import { millis, ownerValues } from "./Rows.ts"
import { pageOrder, pageRange, rangeValues } from "./TimeRange.ts"

const Content = Schema.fromJsonString(Schema.toCodecJson(HistoryEntry))
const encode = Schema.encodeSync(Content)
const decode = Schema.decodeSync(Content)

const insertText = `insert into sellerkit.history (seller_id, sandbox, service_id, time, entry_id, number, content)
  values ($1, $2, $3, $4, $5, sellerkit.next_number($4), $6)`

const insertValues = (entry: HistoryEntry) =>
  [...ownerValues(entry.owner), millis(entry.time), entry.id, encode(entry)] as const

/** Part of the write that the entry describes. */
export const insertHistory = (rows: Statements["rows"], entry: HistoryEntry) => rows(insertText, ...insertValues(entry))

const findText = (direction: TimePageRequest["direction"]): string => `
  select content from sellerkit.history
  where seller_id = $1 and sandbox = $2 and service_id = $3 and ${pageRange("time, entry_id", ["$4", "$5", "$6", "$7"])}
  order by ${pageOrder(direction, "time", "entry_id", "number")} limit $8`

const findTexts = { older: findText("older"), newer: findText("newer") }

interface HistoryRow {
  readonly content: string
}

const toEntry = ({ content }: HistoryRow): HistoryEntry => decode(content)

export const layer: Layer.Layer<HistoryStore, never, PgDatabase> = Layer.effect(
  HistoryStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    return HistoryStore.of({
      append: (entry) => Effect.asVoid(database.rows("HistoryStore.append", insertText, ...insertValues(entry))),
      get: (owner, id) =>
        Effect.map(
          database.rows<HistoryRow>(
            "HistoryStore.get",
            `select content from sellerkit.history
             where seller_id = $1 and sandbox = $2 and service_id = $3 and entry_id = $4`,
            ...ownerValues(owner),
            id
          ),
          ([found]) => Option.map(Option.fromUndefinedOr(found), toEntry)
        ),
      find: (owner, request) =>
        Effect.map(
          database.rows<HistoryRow>(
            "HistoryStore.find",
            findTexts[request.direction],
            ...ownerValues(owner),
            ...rangeValues(request)
          ),
          (found) => found.map(toEntry)
        )
    })
  })
)
