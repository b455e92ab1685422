/** A database without a server, where none can run: PGlite, in this process and in memory. */
import { PGlite } from "@electric-sql/pglite"
import { PGLiteSocketServer } from "@electric-sql/pglite-socket"
import { Effect, type Scope } from "effect"

/** Its URL. Connections take turns, so that a test should have one: a transaction holds up the others. */
export const startPglite: Effect.Effect<string, never, Scope.Scope> = Effect.gen(function* () {
  const db = yield* Effect.acquireRelease(
    Effect.promise(() => PGlite.create()),
    (db) => Effect.promise(() => db.close())
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      // The one of the test, and ours.
      const server = new PGLiteSocketServer({ db, port: 0, maxConnections: 8 })
      await server.start()
      return server
    }),
    (server) => Effect.promise(() => server.stop())
  )
  return `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`
})
