/** Which dispatchers deliver, on PostgreSQL. */
import { type DispatcherId, DispatcherStore, type RunningDispatcher } from "@sellerkit/core"
import { Duration, Effect, Layer } from "effect"
import { PgDatabase } from "../connection/PgDatabase.ts"

// Rows that another one is writing meanwhile are of dispatchers that are alive.
const noteText = `with moment as materialized (
    select sellerkit.milliseconds($1) as now
  ), forgotten as (
    delete from sellerkit.dispatcher where dispatcher_id = any (array(
      select d.dispatcher_id from sellerkit.dispatcher d, moment m
      where d.dispatcher_id <> $2::uuid and abs(m.now - d.seen_at) >= $4::bigint for update of d skip locked))
  )
  insert into sellerkit.dispatcher (dispatcher_id, name, started_at, seen_at) select $2::uuid, $3::text, m.now, m.now from moment m
  on conflict (dispatcher_id) do update set seen_at = excluded.seen_at`

const seenText = `with moment as materialized (select sellerkit.milliseconds($1) as now)
  select d.dispatcher_id, d.name, d.started_at, d.seen_at from sellerkit.dispatcher d, moment m
  where abs(m.now - d.seen_at) < $2::bigint order by d.started_at, d.dispatcher_id`

const removeText = "delete from sellerkit.dispatcher where dispatcher_id = $1"

interface DispatcherRow {
  readonly dispatcher_id: string
  readonly name: string
  readonly started_at: bigint
  readonly seen_at: bigint
}

const toDispatcher = ({ dispatcher_id, name, seen_at, started_at }: DispatcherRow): RunningDispatcher => ({
  id: dispatcher_id as DispatcherId,
  name,
  startedAt: Number(started_at),
  seenAt: Number(seen_at)
})

export const layer: Layer.Layer<DispatcherStore, never, PgDatabase> = Layer.effect(
  DispatcherStore,
  Effect.map(PgDatabase, (database) =>
    DispatcherStore.of({
      note: ({ id, name }, forgottenAfter) =>
        Effect.flatMap(database.now, (now) =>
          database.rows("DispatcherStore.note", noteText, now, id, name, Duration.toMillis(forgottenAfter))
        ).pipe(Effect.asVoid),
      seen: (within) =>
        Effect.flatMap(database.now, (now) =>
          database.rows<DispatcherRow>("DispatcherStore.seen", seenText, now, Duration.toMillis(within))
        ).pipe(Effect.map((found) => found.map(toDispatcher))),
      remove: (id) => Effect.asVoid(database.rows("DispatcherStore.remove", removeText, id))
    })
  )
)
