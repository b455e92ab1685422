/** `npm run schema`: writes down the schema that each migration leads to, for the review of its change. */
import { migrateWith } from "../../packages/storage-pg/src/migrate.ts"
import { migrations } from "../../packages/storage-pg/src/migrations/index.ts"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { manifestFolder, schemaManifest } from "./schemaManifest.ts"
import { startPrivateServer } from "./privateServer.ts"

const names = Object.keys(migrations) as ReadonlyArray<keyof typeof migrations>

const write = Effect.gen(function* () {
  const { url } = yield* startPrivateServer()
  yield* Effect.gen(function* () {
    for (const [index, name] of names.entries()) {
      yield* migrateWith(Object.fromEntries(names.slice(0, index + 1).map((known) => [known, migrations[known]])))
      writeFileSync(join(manifestFolder, `${name}.json`), yield* schemaManifest)
    }
  }).pipe(Effect.provide(Layer.fresh(PgClient.layer({ url: Redacted.make(url) }))))
})

await Effect.runPromise(Effect.scoped(write))
