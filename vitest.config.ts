import { configDefaults, defineConfig } from "vitest/config"
import { ApiResultsReporter } from "./test/results/ApiResultsReporter.ts"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Starts a PostgreSQL server when the first test asks for one.
    globalSetup: ["test/postgres/globalSetup.ts"],
    reporters: [...configDefaults.reporters, new ApiResultsReporter()],
    testTimeout: 20_000
  }
})
