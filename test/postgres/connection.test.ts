/** What is said when the database cannot be used. */
import { assert, describe, it } from "@effect/vitest"
import * as PgStorage from "@sellerkit/storage-pg"
import { Effect, Layer, Redacted } from "effect"
import { postgresDatabase } from "../targets.ts"

const fails = (url: string) =>
  Effect.map(
    Effect.flip(
      Effect.scoped(Layer.build(Layer.provide(PgStorage.layer, PgStorage.connectionLayer({ url: Redacted.make(url) }))))
    ),
    ({ cause, message }) => {
      assert.instanceOf(cause, Error)
      assert.notInclude(`${message} ${(cause as Error).message}`, "secret-password")
      return (cause as Error).message
    }
  )

const changed = (url: string, change: (url: URL) => void): string => {
  const other = new URL(url)
  other.password = "secret-password"
  change(other)
  return other.href
}

describe("a database that cannot be used", () => {
  it.live("is said to be missing by its name", () =>
    Effect.gen(function* () {
      const { url } = yield* postgresDatabase
      const reason = yield* fails(
        changed(url, (other) => {
          other.pathname = "/no_such_database"
        })
      )
      assert.match(reason, /no_such_database|password/)
    }).pipe(Effect.scoped)
  )

  it.live("is said not to listen", () =>
    Effect.gen(function* () {
      const { url } = yield* postgresDatabase
      const reason = yield* fails(
        changed(url, (other) => {
          other.host = "127.0.0.1"
          other.port = "1"
          other.search = ""
        })
      )
      assert.include(reason, "ECONNREFUSED")
    }).pipe(Effect.scoped)
  )
})
