/** Retry schedules of single accounts, on PostgreSQL. */
import { RetryScheduleJson, RetryScheduleStore } from "@sellerkit/core"
import { Effect, Layer, Option, Schema } from "effect"
import { PgDatabase } from "./PgDatabase.ts"
import { accountValues } from "./Rows.ts"

const Content = Schema.fromJsonString(RetryScheduleJson)
const read = Schema.decodeSync(Content)
const write = Schema.encodeSync(Content)

const getText = "select content from sellerkit.retry_schedule where seller_id = $1 and sandbox = $2"

const setText = `insert into sellerkit.retry_schedule (seller_id, sandbox, content) values ($1, $2, $3)
  on conflict (seller_id, sandbox) do update set content = excluded.content`

const removeText = "delete from sellerkit.retry_schedule where seller_id = $1 and sandbox = $2"

export const layer: Layer.Layer<RetryScheduleStore, never, PgDatabase> = Layer.effect(
  RetryScheduleStore,
  Effect.map(PgDatabase, (database) =>
    RetryScheduleStore.of({
      get: (account) =>
        Effect.map(
          database.rows<{ content: string }>("RetryScheduleStore.get", getText, ...accountValues(account)),
          ([found]) => Option.map(Option.fromUndefinedOr(found), ({ content }) => read(content))
        ),
      set: (account, schedule) =>
        Effect.asVoid(
          Option.match(schedule, {
            onNone: () => database.rows("RetryScheduleStore.set", removeText, ...accountValues(account)),
            onSome: (given) => database.rows("RetryScheduleStore.set", setText, ...accountValues(account), write(given))
          })
        )
    })
  )
)
