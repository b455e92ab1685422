/** Which dispatchers deliver, on SQLite. */
import { DispatcherStore, type RunningDispatcher } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer } from "effect"
import { rows } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"

export const layer: Layer.Layer<DispatcherStore, never, SqliteDatabase> = Layer.effect(
  DispatcherStore,
  Effect.map(SqliteDatabase, (database) =>
    DispatcherStore.of({
      note: ({ id, name }, forgottenAfter) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.writeApart("DispatcherStore.note", (host) => {
            host.run(
              `insert into dispatcher (id, name, started_at, seen_at) values (?, ?, ?, ?)
               on conflict do update set seen_at = excluded.seen_at`,
              id,
              name,
              now,
              now
            )
            host.run("delete from dispatcher where abs(? - seen_at) >= ?", now, Duration.toMillis(forgottenAfter))
          })
        ),
      seen: (within) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.read("DispatcherStore.seen", (host) =>
            rows<RunningDispatcher>(
              host,
              `select id, name, started_at as startedAt, seen_at as seenAt from dispatcher
               where abs(? - seen_at) < ? order by started_at, id`,
              now,
              Duration.toMillis(within)
            )
          )
        ),
      remove: (id) =>
        database.write("DispatcherStore.remove", (host) => host.run("delete from dispatcher where id = ?", id))
    })
  )
)
