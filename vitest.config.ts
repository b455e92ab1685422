import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"
import { ApiResultsReporter } from "./test/results/ApiResultsReporter.ts"
import { SlowestFilesReporter } from "./test/results/SlowestFilesReporter.ts"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Starts a PostgreSQL server when the first test asks for one.
    globalSetup: ["test/postgres/globalSetup.ts"],
    reporters: [...configDefaults.reporters, new ApiResultsReporter(), new SlowestFilesReporter()],
    // A limit for what hangs: how fast something is, a test that asks for it says itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two on two cores as well, where one would be usual: most tests wait more than they calculate.
    maxWorkers: Math.max(2, availableParallelism() - 1)
  }
})
