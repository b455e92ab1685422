/**
 * Prints, after a run of vitest, what the suite of the API came to over each target that took part in it, and fails a run in
 * which the targets differ. Whatever is named as `apiSuite` names its targets is one.
 */
import type { Reporter, TestModule, TestSuite, Vitest } from "vitest/node"
import { differences, tableOf, type TargetResult } from "./apiResults.ts"

const named = "API: "

const resultOf = (suite: TestSuite): TargetResult => {
  const tests = [...suite.children.allTests()]
  const count = (state: "failed" | "passed" | "skipped") => tests.filter((test) => test.result().state === state).length
  const milliseconds = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
  return {
    target: suite.name.slice(named.length),
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    seconds: milliseconds / 1000
  }
}

const resultsOf = (modules: ReadonlyArray<TestModule>): ReadonlyArray<TargetResult> =>
  modules
    .flatMap(({ children }) => [...children.suites()])
    .filter(({ name }) => name.startsWith(named))
    .map(resultOf)

export class ApiResultsReporter implements Reporter {
  #chosen = false

  onInit(vitest: Vitest): void {
    this.#chosen = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const results = resultsOf(modules)
    // A run of some tests by their names skips the others.
    if (results.length === 0 || this.#chosen) return
    console.log(`\n${tableOf(results)}`)
    const problems = differences(results)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
  }
}
