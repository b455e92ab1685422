/** What the suite of the API came to over each of its targets, and whether that is the same everywhere. */
import { table } from "./table.ts"

export interface TargetResult {
  readonly target: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly seconds: number
}

const columns = ["The API over", "passed", "failed", "skipped", "seconds"] as const

const cellsOf = ({ failed, passed, seconds, skipped, target }: TargetResult): ReadonlyArray<string> => [
  target,
  String(passed),
  String(failed),
  String(skipped),
  seconds.toFixed(1)
]

/** A line for each target. */
export const tableOf = (results: ReadonlyArray<TargetResult>): string => table([columns, ...results.map(cellsOf)])

const testsOf = ({ failed, passed, skipped }: TargetResult): number => passed + failed + skipped

/** Why the targets do not count as the same service, besides tests that failed, which fail by themselves. */
export const differences = (results: ReadonlyArray<TargetResult>): ReadonlyArray<string> => {
  const most = Math.max(...results.map(testsOf))
  return results.flatMap((result) => {
    const { skipped, target } = result
    const missing = most - testsOf(result)
    return [
      ...(skipped > 0 ? [`${target} skips ${skipped} tests, and has to pass all of them`] : []),
      ...(missing > 0 ? [`${target} has ${missing} tests less than another target: run all of apiSuite over it`] : [])
    ]
  })
}
