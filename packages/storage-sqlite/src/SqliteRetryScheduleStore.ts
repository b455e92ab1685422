/** Retry schedules of single accounts, on SQLite. */
import { RetryScheduleJson, RetryScheduleStore } from "@sellerkit/core"
import { Effect, Layer, Option, Schema } from "effect"
import { ensureAccount, findAccount } from "./Owners.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { row } from "./SqliteHost.ts"

const Content = Schema.fromJsonString(RetryScheduleJson)
const read = Schema.decodeSync(Content)
const write = Schema.encodeSync(Content)

export const layer: Layer.Layer<RetryScheduleStore, never, SqliteDatabase> = Layer.effect(
  RetryScheduleStore,
  Effect.map(SqliteDatabase, (database) =>
    RetryScheduleStore.of({
      get: (account) =>
        database.read("RetryScheduleStore.get", (host) => {
          const sql = "select content from retry_schedule where account = ?"
          const found = row<{ content: string }>(host, sql, findAccount(host, account) ?? 0)
          return Option.map(Option.fromUndefinedOr(found), ({ content }) => read(content))
        }),
      set: (account, schedule) =>
        database.write("RetryScheduleStore.set", (host) => {
          const number = ensureAccount(host, account)
          host.run("delete from retry_schedule where account = ?", number)
          if (Option.isNone(schedule)) return
          host.run("insert into retry_schedule (account, content) values (?, ?)", number, write(schedule.value))
        })
    })
  )
)
