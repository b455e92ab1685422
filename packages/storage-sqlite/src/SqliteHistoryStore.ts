/** Change history on SQLite. */
import { HistoryEntry, HistoryStore } from "@sellerkit/core"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { ensureOwner, findOwner } from "./Owners.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { row, rows, type SqliteHost } from "./SqliteHost.ts"
import { rangeSql } from "./TimeRange.ts"

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

const toEntry = ({ content }: { readonly content: string }): HistoryEntry => decode(content)

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
          const { conditions, order, parameters } = rangeSql(request, { sequence: "entry", table: "history" })
          const sql = `select content from history where owner = ? ${conditions} ${order}`
          return rows<{ content: string }>(host, sql, findOwner(host, key)?.owner ?? 0, ...parameters).map(toEntry)
        })
    })
  })
)
