import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"
import { ApiResultsReporter } from "./test/results/ApiResultsReporter.ts"
import { FailedTestsReporter } from "./test/results/FailedTestsReporter.ts"
import { LongestFirst } from "./test/results/LongestFirst.ts"
import { SlowestFilesReporter } from "./test/results/SlowestFilesReporter.ts"

/** It replaces timers that undici keeps for a whole process. Where another file has made them, it would wait for real ones. */
const connecting = "packages/transport-node/test/connecting.test.ts"

/** They leave nothing behind in a process. */
const together = [
  "packages/*/test/**/!(connecting).test.ts",
  "test/postgres/**/*.test.ts",
  "test/{apiResults,boundaries,campaignDiagram,contract,embeddedLoss,fates,mainJob,operations,outageLog,propertyRuns}.test.ts",
  "test/{rateLimiterStore,rawCallers,receiver,slowestFiles,failedTests,unexpectedFailure}.test.ts",
  "test/{descriptions/documents,dns/resolving,express/adapter,receiver/stores}.test.ts"
]

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: together,
          // Loading the same modules for each file took more than half of their time.
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: ["{test,bench,chaos}/**/*.test.ts", connecting],
          // Notes are run in a copy of the packages (test/adding-a-feature.test.ts).
          exclude: [...configDefaults.exclude, ...together, "test/adding-a-feature/notes/**"]
        }
      }
    ],
    // Starts a PostgreSQL server when the first test asks for one.
    globalSetup: ["test/postgres/globalSetup.ts"],
    setupFiles: ["test/fixtures/patience.ts"],
    reporters: [
      ...configDefaults.reporters,
      new ApiResultsReporter(),
      new SlowestFilesReporter(),
      // The last one: what failed is found at the end.
      new FailedTestsReporter()
    ],
    // A limit for what hangs: how fast something is, a test that asks for it says itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As `vi.waitFor` is (test/fixtures/patience.ts).
    expect: { poll: { timeout: 150_000, interval: 10 } },
    // Twice as many as there are cores: most tests wait, for PostgreSQL or for processes, as long as they calculate. With three times as
    // many, all of them take longer.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst }
  }
})
