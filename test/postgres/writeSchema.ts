/** `npm run schema`: writes down the schema that each migration leads to, for the review of its change. */
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { manifestFolder, schemaManifest } from "./schemaManifest.ts"
import { startPrivateServer } from "./privateServer.ts"

const names = Object.keys(PgStorage.migrations) as ReadonlyArray<keyof typeof PgStorage.migrations>

const write = Effect.gen(function* () {
  const { url } = yield* startPrivateServer()
  yield* Effect.gen(function* () {
    for (const [index, name] of names.entries()) {
      yield* PgStorage.migrateWith(
        Object.fromEntries(names.slice(0, index + 1).map((known) => [known, PgStorage.migrations[known]]))
      )
      writeFileSync(join(manifestFolder, `${name}.json`), yield* schemaManifest)
    }
  }).pipe(Effect.provide(Layer.fresh(PgClient.layer({ url: Redacted.make(url) }))))
})

await Effect.runPromise(Effect.scoped(write))
