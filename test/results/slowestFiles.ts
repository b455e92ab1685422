/** Which test files take longest: where a run is made shorter first. */
import { table } from "./table.ts"

export interface FileTime {
  /** From the root of the repository. */
  readonly file: string
  /** Before the first test: the environment, and loading the modules that the file imports. */
  readonly loadSeconds: number
  /** All tests and hooks of the file. */
  readonly testSeconds: number
}

const shown = 10

const total = ({ loadSeconds, testSeconds }: FileTime): number => loadSeconds + testSeconds

export const slowestFilesTable = (times: ReadonlyArray<FileTime>): string => {
  const slowest = times.toSorted((left, right) => total(right) - total(left)).slice(0, shown)
  return table([
    ["The slowest test files", "seconds", "of which loading"],
    ...slowest.map((time) => [time.file, total(time).toFixed(1), time.loadSeconds.toFixed(1)])
  ])
}
