/** Prints, at the end of a run of vitest, the tests that failed, and files and processes that failed outside of any test. */
import { relative } from "node:path"
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node"
import { type FailedTest, failedTestsText, withCauses } from "./failedTests.ts"

const messageOf = ([first]: ReadonlyArray<SerializedError> = []): string =>
  first === undefined ? "it says nothing" : withCauses(first)

export class FailedTestsReporter implements Reporter {
  #root = ""

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>): void {
    const failed = [
      ...modules.flatMap((module) => this.#failedOf(module)),
      ...unhandled.map((error) => ({ file: "outside of the tests", name: "", message: withCauses(error) }))
    ]
    if (failed.length > 0) console.log(`\n${failedTestsText(failed)}`)
  }

  #failedOf(module: TestModule): ReadonlyArray<FailedTest> {
    const file = relative(this.#root, module.moduleId)
    return [
      ...(module.errors().length > 0 ? [{ file, name: "", message: messageOf(module.errors()) }] : []),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite.errors().length > 0 ? [{ file, name: suite.fullName, message: messageOf(suite.errors()) }] : []
      ),
      ...[...module.children.allTests("failed")].map((test) => ({
        file,
        name: test.fullName,
        message: messageOf(test.result().errors)
      }))
    ]
  }
}
