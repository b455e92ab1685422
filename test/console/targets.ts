/** What the console runs in. */
import { CurrentIntervals, publishedIntervals } from "@sellerkit/core"
import { Duration, Layer, Record } from "effect"
import { join } from "node:path"
import { operatorKey, ownPostgres, runningService, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { startSellers } from "../worker/seller/sellers.ts"

export type Service = Awaited<ReturnType<typeof startStandalone>>

export interface ConsoleTarget {
  readonly name: string
  /** Whether all sellers can be listed, and the process that answers delivers as well. */
  readonly isWhole: boolean
  /** Whether what takes effect on a clock does so soon. */
  readonly isQuick: boolean
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
  isQuick: true,
  reportRefresh: 100,
  start: () => startStandalone(database, { reportRefresh: Duration.millis(100) }, quickChanges)
})

/** Where the application was built. */
const app = join(import.meta.dirname, "..", "..", "packages", "console", "dist", "app")

export const overWorker: ConsoleTarget = {
  name: "a Worker with an object per seller",
  isWhole: false,
  isQuick: false,
  reportRefresh: 1000,
  start: async () => {
    const sellers = await startSellers({ operatorKey, console: app })
    const base = sellers.origin()
    return { ...runningService(base, operatorKey, sellers.stop), base }
  }
}

export const overSqlite = standalone("SQLite", sqliteInMemory)

export const consoleTargets: ReadonlyArray<ConsoleTarget> = [
  overSqlite,
  standalone("PostgreSQL", ownPostgres),
  overWorker
]

export const wholeTargets = consoleTargets.filter(({ isWhole }) => isWhole)
