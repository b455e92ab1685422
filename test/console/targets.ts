/** What the console runs in. */
import { CurrentIntervals, publishedIntervals } from "@sellerkit/core"
import { Duration, Effect, Exit, Layer, Record, Redacted, Scope } from "effect"
import { fetchAlone } from "../fixtures/fetchAlone.ts"
import { isEveryTarget } from "../fixtures/isEveryTarget.ts"
import { operatorKey, ownPostgres, runningService, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { startPostgresWorkerd } from "../worker-postgres/postgresWorkerd.ts"
import { startSellers } from "../worker/seller/sellers.ts"

export type Service = Awaited<ReturnType<typeof startStandalone>>

/** Changes of campaigns take effect at once. */
export interface ConsoleTarget {
  readonly name: string
  /** Whether all sellers can be listed. */
  readonly isWhole: boolean
  /** Whether the process that answers lasts, and tells what goes on. */
  readonly isLive: boolean
  /** Milliseconds after which what was recorded for reports is in them, at the latest. */
  readonly reportRefresh: number
  readonly start: () => Promise<Service>
}

const quickChanges = Layer.succeed(
  CurrentIntervals,
  Record.map(publishedIntervals, () => Duration.millis(50))
)

const standalone = (name: string, database: Parameters<typeof startStandalone>[0]): ConsoleTarget => ({
  name: `standalone over ${name}`,
  isWhole: true,
  isLive: true,
  reportRefresh: 100,
  start: () => startStandalone(database, { reportRefresh: Duration.millis(100) }, quickChanges)
})

export const overWorker: ConsoleTarget = {
  name: "a Worker with an object per seller",
  isWhole: false,
  isLive: false,
  reportRefresh: 1000,
  start: async () => {
    const sellers = await startSellers({ operatorKey, console: true })
    const base = sellers.origin()
    return { ...runningService(base, operatorKey, sellers.stop, fetchAlone), base }
  }
}

const overPostgresWorker: ConsoleTarget = {
  name: "a Worker over PostgreSQL",
  isWhole: true,
  isLive: false,
  reportRefresh: 1000,
  start: async () => {
    const scope = Scope.makeUnsafe()
    const { url: database } = await Effect.runPromise(Scope.provide(ownPostgres, scope))
    const { keepRinging, stop, url } = await startPostgresWorkerd(Redacted.value(database), { operatorKey })
    const cron = keepRinging()
    const stopAll = async () => {
      await cron.stop()
      await stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
    return { ...runningService(url, operatorKey, stopAll, fetchAlone), base: url }
  }
}

export const overSqlite = standalone("SQLite", sqliteInMemory)

const overPostgres = standalone("PostgreSQL", ownPostgres)

const some = (all: ReadonlyArray<ConsoleTarget>, ...usual: ReadonlyArray<ConsoleTarget>) =>
  isEveryTarget ? all : usual

const all = [overSqlite, overPostgres, overWorker, overPostgresWorker]

// The usual ones have what a page can see of where it runs, and what it cannot.
export const consoleTargets = some(all, overSqlite, overWorker)

export const wholeTargets = some(
  all.filter(({ isWhole }) => isWhole),
  overSqlite,
  overPostgresWorker
)

export const liveTargets = all.filter(({ isLive }) => isLive)
