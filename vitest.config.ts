import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Starts a PostgreSQL server when the first test asks for one.
    globalSetup: ["test/postgres/globalSetup.ts"],
    testTimeout: 20_000
  }
})
