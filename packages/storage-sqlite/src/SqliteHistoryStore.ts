/** Change history on SQLite. */
import { HistoryEntry, HistoryStore } from "@sellerkit/core"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { ensureOwner, findOwner } from "./Owners.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { row, rows, type SqliteHost } from "./SqliteHost.ts"
import { isWithin, rangeSql, rangeValues, timeRange } from "./TimeRange.ts"

const Content = Schema.fromJsonString(Schema.toCodecJson(HistoryEntry))
const encode = Schema.encodeSync(Content)
const decode = Schema.decodeSync(Content)

/** Part of the write that the entry describes. */
export const insertHistory = (host: SqliteHost, owner: number, entry: HistoryEntry): void =>
  host.run(
    "insert into history (id, owner, time, content) values (?, ?, ?, ?)",
    entry.id,
    owner,
    DateTime.toEpochMillis(entry.time),
    encode(entry)
  )

interface HistoryRow {
  readonly time: number
  readonly content: string
}

const toEntry = ({ content }: Pick<HistoryRow, "content">): HistoryEntry => decode(content)

export const layer: Layer.Layer<HistoryStore, never, SqliteDatabase> = Layer.effect(
  HistoryStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    return HistoryStore.of({
      append: (entry) =>
        database.write("HistoryStore.append", (host) =>
          insertHistory(host, ensureOwner(host, entry.owner).owner, entry)
        ),
      get: (key, id) =>
        database.read("HistoryStore.get", (host) => {
          const owner = findOwner(host, key)?.owner ?? 0
          const found = row<{ content: string }>(
            host,
            "select content from history where id = ? and owner = ?",
            id,
            owner
          )
          return Option.map(Option.fromUndefinedOr(found), toEntry)
        }),
      find: (key, request) =>
        database.read("HistoryStore.find", (host) => {
          const range = timeRange(host, request, { sequence: "entry", table: "history" })
          const sql = `select time, content from history where owner = ? and ${rangeSql(range.direction, "entry")}`
          const owner = findOwner(host, key)?.owner ?? 0
          return rows<HistoryRow>(host, sql, owner, ...rangeValues(range.start, request.limit + 1))
            .filter(({ time }) => isWithin(range, time))
            .map(toEntry)
        })
    })
  })
)
