/** Prints, after a run of vitest, the ten files that took longest. */
import { relative } from "node:path"
import type { Reporter, TestModule, Vitest } from "vitest/node"
import { slowestFilesTable, type FileTime } from "./slowestFiles.ts"

export class SlowestFilesReporter implements Reporter {
  #root = ""

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    // A run of one file says its time already.
    if (modules.length < 2) return
    console.log(`\n${slowestFilesTable(modules.map((module) => this.#timeOf(module)))}`)
  }

  #timeOf(module: TestModule): FileTime {
    const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic()
    return {
      file: relative(this.#root, module.moduleId),
      loadSeconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration) / 1000,
      testSeconds: duration / 1000
    }
  }
}
