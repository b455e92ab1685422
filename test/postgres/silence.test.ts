/** A database that has gone without a word: no connection ends, and no answer comes. */
import { assert, describe, it } from "@effect/vitest"
import { StorageError, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Cause, Duration, Effect, Exit, Layer, Redacted, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import { type AddressInfo, connect, createServer } from "node:net"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { startProcess } from "./processes.ts"
import { owner } from "./records.ts"

interface Wire {
  /** The server's, with the wire in between. */
  readonly url: string
  /** Nothing is said any more on connections that are there; new ones are as before. */
  cut(): void
  /** Connections are given up, as TCP does after a quarter of an hour. */
  giveUp(): void
}

const makeWire = (server: string): Effect.Effect<Wire, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Wire & { readonly close: () => void }>((resume) => {
      const { hostname, port } = new URL(server)
      const ends = new Set<() => void>()
      const cuts = new Set<() => void>()
      const listener = createServer((near) => {
        const far = connect(Number(port), hostname)
        near.pipe(far)
        far.pipe(near)
        for (const [one, other] of [
          [near, far],
          [far, near]
        ] as const) {
          one.on("error", () => other.destroy())
          one.on("close", () => other.destroy())
          ends.add(() => one.destroy())
          cuts.add(() => one.unpipe(other).pause())
        }
      }).listen(0, "127.0.0.1", () => {
        const url = new URL(server)
        url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
        const all = (steps: Iterable<() => void>) => () => {
          for (const step of steps) step()
        }
        const giveUp = all(ends)
        resume(Effect.succeed({ url: url.href, cut: all(cuts), giveUp, close: all([() => listener.close(), giveUp]) }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const calls: Readonly<Record<string, Effect.Effect<unknown, StorageError, WebhookStore>>> = {
  "a statement": Effect.flatMap(WebhookStore, (store) => store.list(owner)),
  "a transaction": Effect.flatMap(WebhookStore, (store) =>
    store.insert(owner, () => Result.fail("refused" as const))
  ).pipe(Effect.catch((error) => (error === "refused" ? Effect.void : Effect.fail(error))))
}

const limit = Duration.millis(300)

describe("a database that says nothing any more", () => {
  for (const [name, call] of Object.entries(calls)) {
    it.live(`is not waited for: ${name}`, () =>
      Effect.gen(function* () {
        const { maxConnections, url } = yield* postgresDatabase
        // PGlite has no wire.
        if (maxConnections !== undefined) return
        const wire = yield* makeWire(url)
        const client = PgClient.layer({ url: Redacted.make(wire.url), maxConnections: 4 })
        const stores = PgStorage.layerStores.pipe(
          Layer.provide(client),
          Layer.provide(Layer.succeed(PgStorage.AnswerLimit, limit))
        )
        yield* Effect.gen(function* () {
          yield* call
          wire.cut()
          const error = yield* Effect.flip(call)
          assert.instanceOf(error, StorageError)
          assert.isTrue(error.retryable)
          assert.include(Cause.pretty(Cause.fail(error)), "did not answer within 300ms")
          yield* call
        }).pipe(Effect.ensuring(Effect.sync(() => wire.giveUp())), Effect.provide(stores))
      }).pipe(Effect.scoped)
    )
  }

  it.live("keeps nobody who stops: neither the listener nor a transaction that is under way", () =>
    Effect.gen(function* () {
      const { maxConnections, url } = yield* postgresDatabase
      if (maxConnections !== undefined) return
      const wire = yield* makeWire(url)
      const database = { url: Redacted.make(wire.url), pooled: false }
      const scope = yield* Scope.make()
      const stores = Layer.provide(PgStorage.layerStores, PgStorage.layerConnections(database))
      const context = yield* Layer.buildWithScope(stores, scope)
      yield* Effect.provide(calls["a transaction"]!, context)
      // It listens by then.
      yield* Effect.sleep("200 millis")
      wire.cut()
      const asking = yield* Effect.forkIn(Effect.provide(calls["a transaction"]!, context), scope)
      yield* Effect.sleep("100 millis")
      const [took] = yield* Effect.timed(Scope.close(scope, Exit.void))
      assert.isBelow(Duration.toSeconds(took), 60)
      assert.isDefined(asking.pollUnsafe())
    }).pipe(Effect.scoped)
  )

  for (const role of ["api", "whole"] as const) {
    it.live(`keeps no service that stops: ${role}`, () =>
      Effect.gen(function* () {
        const { maxConnections, url } = yield* postgresDatabase
        if (maxConnections !== undefined) return
        const wire = yield* makeWire(url)
        const service = yield* Effect.promise(() => startProcess(role, wire.url))
        wire.cut()
        // By then it has asked for work.
        yield* Effect.sleep("2 seconds")
        const [took] = yield* Effect.timed(Effect.promise(() => service.stop()))
        assert.isBelow(Duration.toSeconds(took), 120)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("is waited for by real time, however fast that of a simulation passes", () =>
    Effect.gen(function* () {
      const stores = Layer.provide(PgStorage.layerStores, postgresClient(yield* postgresDatabase))
      yield* Effect.gen(function* () {
        const [found] = yield* Effect.all([calls["a statement"]!, TestClock.adjust("1 hour")], { concurrency: 2 })
        assert.deepStrictEqual(found, [])
      }).pipe(Effect.provide(stores))
    }).pipe(Effect.scoped)
  )
})
