/**
 * Starts the files first that take longest, so that no worker waits for the last one alone. The suites that run over every driver,
 * adapter or process are short to write, as are small runs of the benchmarks and of chaos: by their size, as vitest goes by, they
 * would come last.
 */
import { relative, sep } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Folders of the repository whose files take long, the longest first. */
const long = ["bench", "chaos", "test", "packages/standalone"]

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification): number => {
      const file = relative(this.ctx.config.root, moduleId).split(sep).join("/")
      const found = long.findIndex((folder) => file.startsWith(`${folder}/`))
      return found === -1 ? long.length : found
    }
    return (await super.sort(files)).toSorted((left, right) => place(left) - place(right))
  }
}
