/** A host on Cloudflare Workers, as far as it goes without the platform: nobody in particular calls. */
import type { sellerkitWorker as SellerkitWorker } from "@sellerkit/adapter-worker"
import type { postgresWorker as PostgresWorker } from "@sellerkit/adapter-worker/postgres"
import * as PgStorage from "@sellerkit/storage-pg"
import { Redacted } from "effect"
import { equal } from "node:assert/strict"
import "./platform.ts"

const { sellerkitWorker }: { readonly sellerkitWorker: typeof SellerkitWorker } =
  await import("@sellerkit/adapter-worker")
const { postgresWorker }: { readonly postgresWorker: typeof PostgresWorker } =
  await import("@sellerkit/adapter-worker/postgres")

const tokens = { secret: "a secret of at least thirty-two characters" }
const sellers = { idFromName: (name: string) => name, get: () => undefined }

const withObjects = sellerkitWorker((_env: object) => ({ sellers, tokens }))
const withDatabase = postgresWorker((_env: object) => ({
  storage: () => PgStorage.makeRequestScopedStorage(Redacted.make("postgres://127.0.0.1:9/none")),
  tokens
}))

const context = { waitUntil: () => {} }
for (const { fetch } of [withObjects, withDatabase]) {
  const answer = await fetch(new Request("https://seller.example/api/v1/webhooks"), {}, context)
  equal(answer.status, 401)
}
