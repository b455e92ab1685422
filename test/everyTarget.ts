/**
 * `npm run every-target`: the stories of the console in all that it runs in, and the API in Express in all versions and ways. `npm test`
 * runs them over some that differ in all that such a test can see.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
const suites = ["test/console", "test/express"]

process.exitCode =
  spawnSync(process.execPath, [vitest, "run", ...suites, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, EVERY_TARGET: "yes" },
    stdio: "inherit"
  }).status ?? 1
