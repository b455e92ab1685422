/** The catalog of event types in the database, for those who publish through it (`sellerkit.publish`). */
import { Catalog, type StorageError } from "@sellerkit/core"
import { Effect, Layer } from "effect"
import { texts } from "../connection/lists.ts"
import { PgDatabase } from "../connection/PgDatabase.ts"

const addText = `insert into sellerkit.event_type (scope, type)
  select * from unnest($1::text[], $2::text[]) on conflict do nothing`

/** Adds the types of the service's catalog. It removes none: another process may know more types. */
export const layer: Layer.Layer<never, StorageError, PgDatabase> = Layer.effectDiscard(
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const { scopes } = yield* Catalog
    const types = scopes.flatMap(({ eventTypes, key }) => eventTypes.map((type) => [key, type.key] as const))
    yield* database.rows(
      "EventTypes.add",
      addText,
      texts(types.map(([scope]) => scope)),
      texts(types.map(([, type]) => type))
    )
  })
)
